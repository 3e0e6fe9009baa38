import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { png } from '../../helpers/ordinary-folders.ts';
import { openPublishing, product } from '../../helpers/publishing.ts';
import { createScratch } from '../scratch.ts';
import { openOutbox } from './open-outbox.ts';

const site = await openPublishing();

const megabyte = 1024 * 1024;
const ofPublish = /^\/api\/publish\/[0-9a-f-]{36}$/;

async function makeChair(more: Readonly<Record<string, Buffer>> = {}) {
  const folder = await createScratch();
  const chair = path.join(folder, 'Chair');
  mkdirSync(path.join(chair, 'textures'), { recursive: true });
  for (const [name, bytes] of Object.entries({
    'chair.obj': objText(4, 'chair', 'chair.mtl'),
    'chair.mtl': 'newmtl oak\nmap_Kd textures/oak.png\n',
    'textures/oak.png': png,
    ...more,
  }))
    writeFileSync(path.join(chair, name), bytes);
  return { folder, given: [{ path: chair, relativePath: 'Chair' }] };
}

const wishOf = (title: string, files: readonly { readonly relativePath: string }[]) => ({
  files: files.map(({ relativePath }) => relativePath),
  ...{ scene: null, product: { ...product, title }, guid: null, isOneModel: false },
});
const publishesOf = async (title: string) =>
  (await site.server.call('publishes', {}, { token: site.publisher.token })).body.publishes.filter(
    (one) => one.title === title,
  );

test.each([
  ['before the server answers', 'Chair of a', 'POST', /^\/api\/publish$/],
  ['between the answer and the end', 'Chair of b', 'GET', ofPublish],
] as const)('publishes once when the app dies %s', async (_, title, method, address) => {
  const { folder, given } = await makeChair();
  const dead = await createScratch();
  let isDead = false;
  const first = await openOutbox(site, {
    folder,
    onRequest(asked, pathname) {
      if (isDead || asked !== method || !address.test(pathname)) return;
      isDead = true;
      // What the disk has when the power goes.
      copyFileSync(path.join(folder, 'outbox.json'), path.join(dead, 'outbox.json'));
    },
  });
  await first.take(given);
  await first.handlers['outbox.publish'](wishOf(title, await first.read()));
  await expect.poll(async () => (await publishesOf(title)).map(({ state }) => state)).toEqual(['published']);
  first.stop();

  const second = await openOutbox(site, { folder: dead });
  second.wake();

  await expect.poll(async () => (await second.wishes()).map(({ state }) => state)).toEqual(['published']);
  expect([isDead, await publishesOf(title), await second.read()]).toEqual([
    true,
    [expect.objectContaining({ state: 'published' })],
    [],
  ]);
  expect(second.asked.filter((one) => one !== 'GET')).toEqual([]);
});

test('publishes what was wanted after dying mid-upload', async () => {
  const { folder, given } = await makeChair({ 'chair.max': Buffer.alloc(17 * megabyte, 5) });
  const dead = await createScratch();
  let requests = 0;
  let isWanted = false;
  const first = await openOutbox(site, {
    folder,
    mayGo: () => isWanted,
    onRequest(_, pathname) {
      if (!pathname.startsWith('/api/publish/uploads/') || ++requests < 8) return;
      copyFileSync(path.join(folder, 'outbox.json'), path.join(dead, 'outbox.json'));
      first.stop();
      throw new Error('the app is dead');
    },
  });
  await first.take(given);
  await first.handlers['outbox.publish'](wishOf('Chair of c', await first.read()));
  // The answer says that the wish is kept; a file sent earlier would decide by chance whether the copy has it.
  isWanted = true;
  first.wake();
  await expect.poll(() => requests).toBeGreaterThan(7);

  const second = await openOutbox(site, { folder: dead });
  second.wake();

  await expect.poll(async () => (await second.wishes()).map(({ state }) => state)).toEqual(['published']);
  expect(await publishesOf('Chair of c')).toHaveLength(1);
});

test('keeps files and words of what could not be published', async () => {
  const { folder, given } = await makeChair();
  const outbox = await openOutbox(site, { folder });
  await outbox.take(given);
  const files = await outbox.settled('done', 'done', 'done');
  const stranger = '00000000-0000-4000-8000-000000000000';

  await outbox.handlers['outbox.publish']({ ...wishOf('Chair of d', files), guid: stranger });
  await expect
    .poll(() => readFileSync(path.join(folder, 'outbox.json'), 'utf8'))
    .toContain('MODEL_NOT_FOUND');
  outbox.stop();
  const later = await openOutbox(site, { folder });

  const [wish] = await later.wishes();
  expect([wish?.product.title, wish?.error?.code]).toEqual(['Chair of d', 'MODEL_NOT_FOUND']);
  expect((await later.read()).map(({ relativePath }) => relativePath)).toEqual(
    files.map(({ relativePath }) => relativePath),
  );
  await later.handlers['outbox.publish'](wishOf('Chair of d', files));
  await later.handlers['outbox.close']({ publishId: wish?.publishId ?? '' });
  later.wake();
  await expect.poll(async () => (await later.wishes()).map(({ state }) => state)).toEqual(['published']);
});

test('sends files again when the server fails after it took them', async () => {
  const { folder, given } = await makeChair();
  const outbox = await openOutbox(site, { folder });
  await outbox.take(given);
  const files = await outbox.settled('done', 'done', 'done');
  const { db } = site.server;
  db.exec(`CREATE TRIGGER break_publish AFTER UPDATE OF state ON publish
    WHEN NEW.state = 'published' AND NEW.product LIKE '%Chair of e%'
    BEGIN UPDATE publish SET state = 'failed', reason = 'The disk broke.' WHERE id = NEW.id; END`);

  await outbox.handlers['outbox.publish'](wishOf('Chair of e', files));
  await expect.poll(async () => (await outbox.wishes()).map(({ state }) => state)).toEqual(['failed']);
  db.exec('DROP TRIGGER break_publish');

  const [failed] = await outbox.wishes();
  expect([failed?.error?.message, failed?.product.title]).toEqual(['The disk broke.', 'Chair of e']);
  const again = await outbox.settled('done', 'done', 'done');
  expect(again.map(({ relativePath }) => relativePath)).toEqual(
    files.map(({ relativePath }) => relativePath),
  );
  await outbox.handlers['outbox.close']({ publishId: failed?.publishId ?? '' });
  await outbox.handlers['outbox.publish'](wishOf('Chair of e', again));
  await expect.poll(async () => (await outbox.wishes()).map(({ state }) => state)).toEqual(['published']);
});
