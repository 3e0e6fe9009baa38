import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { createHostHealth } from '../../../server/catalogue/model/host-health.ts';
import { createModelHosts } from '../../../server/catalogue/model/model-hosts.ts';
import { makeFolder } from '../../helpers/make-folder.ts';

const urls = ['http://north', 'http://south', 'http://east'] as const;
const guids = Array.from({ length: 300 }, (_, index) => `model-${index}`);

/** Three hosts that have the same models. */
function makeMirrored() {
  const folder = makeFolder();
  const db = openDatabase(path.join(folder, 'lodestock.db'));
  onTestFinished(() => void db.close());
  for (const [index, url] of urls.entries())
    db.prepare('INSERT INTO sync_host (id, url) VALUES (?, ?)').run(index + 1, url);
  const offer = db.prepare(
    `INSERT INTO sync_product (host, guid, seq, version, highest_version, content_hash, files_hash, is_removed, pass)
     VALUES (?, ?, 1, 1, 1, 'same', 'same', 0, 1)`,
  );
  const insertModel = db.prepare(
    `INSERT INTO model (guid, guid_hash, folder, title, slug, description, type, category, category_slug, subcategory,
       subcategory_slug, tags, keywords, license, price_cents, version, animated, rigged, formats, lods, size_bytes,
       content_hash, metadata_hash, added_at, updated_at, host, is_mirrored)
     VALUES (?, 1, '', '', '', '', 1, '', '', '', '', '[]', '[]', '', 0, 1, 0, 0, '[]', '[]', 0, 'same', '', '', '', 1, 1)`,
  );
  for (const guid of guids) {
    for (const index of urls.keys()) offer.run(index + 1, guid);
    insertModel.run(guid);
  }
  const health = createHostHealth();
  return { health, hosts: createModelHosts(db, urls, health) };
}
type Hosts = ReturnType<typeof makeMirrored>['hosts'];
const shares = (hosts: Hosts) => {
  const asked = guids.map((guid) => hosts.hostUrlOf(guid, '10k/thing.obj'));
  return urls.map((url) => asked.filter((it) => it === url).length);
};
const [north, south, east] = [1, 2, 3] as const;

test('gives each of several near hosts its share, each model always the same', () => {
  const { health, hosts } = makeMirrored();
  health.timed(north, 3);
  health.timed(south, 4);
  health.timed(east, 2);

  const found = shares(hosts);

  expect(Math.min(...found)).toBeGreaterThan(60);
  expect(shares(hosts)).toEqual(found);
});

test('asks a far host only when no near one answers', () => {
  const { health, hosts } = makeMirrored();
  health.timed(north, 90);
  health.timed(south, 4);
  health.timed(east, 80);

  expect(shares(hosts)).toEqual([0, 300, 0]);
  health.note(south, false);
  const [toNorth = 0, toSouth, toEast = 0] = shares(hosts);

  expect(toSouth).toBe(0);
  expect([toNorth > 60, toEast > 60]).toEqual([true, true]);
});

test('is not sent elsewhere by one slow answer', () => {
  const { health, hosts } = makeMirrored();
  for (const host of [north, south, east]) for (let count = 0; count < 20; count += 1) health.timed(host, 10);
  const before = shares(hosts);

  health.timed(north, 80);

  expect(shares(hosts)).toEqual(before);
});

test('names all hosts of a model, those that are down last', () => {
  const { health, hosts } = makeMirrored();
  health.note(north, false);

  const offers = hosts.offersOf('model-1', '10k/thing.obj');

  expect(offers.map(({ host }) => host).toSorted()).toEqual([north, south, east]);
  expect(offers.at(-1)).toEqual({ ...offers.at(-1), host: north, url: 'http://north' });
});

test('asks the own host for posters until it is down', () => {
  const { health, hosts } = makeMirrored();
  health.timed(north, 900);

  const whileUp = hosts.posterUrlOf('model-1');
  health.note(north, false);

  expect(whileUp).toBe('http://north');
  expect(hosts.posterUrlOf('model-1')).not.toBe('http://north');
});
