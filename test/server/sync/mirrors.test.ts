import { expect, test } from 'vitest';
import { createServerFacts } from '../../../server/admin/server-facts.ts';
import { createLongQueries } from '../../../server/base/db/long-queries.ts';
import { type FakeHost, fakeProduct, sha256Of, startFakeHost } from '../../helpers/fake-host.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../helpers/test-site.ts';

type Site = Awaited<ReturnType<typeof startTestSite>>;

/** A site whose two hosts have the same model `a`. */
async function startMirrored(extra: Readonly<Record<string, unknown>> = {}) {
  const [first, second] = [await startFakeHost(), await startFakeHost()];
  first.put({ ...fakeProduct('a', 3, 'same'), ...extra });
  second.put({ ...fakeProduct('a', 1, 'same'), title: 'Otherwise', priceUsd: 9 });
  const site = await startTestSite([first, second]);
  await until(() => isMirrored(site));
  await until(async () => (await site.call('browse', {})).body.results[0]?.title === 'Thing a'); // by the index too
  return { first, second, site };
}
const isMirrored = ({ db }: Site) => db.prepare('SELECT is_mirrored FROM model').pluck().get() === 1;
const ownerOf = ({ db }: Site) =>
  db.prepare('SELECT url FROM model JOIN sync_host ON sync_host.id = model.host').pluck().get();
const originOf = (url: string) => new URL(url).origin;
const hostOf = ({ url }: FakeHost) => originOf(url);

test('takes the same files of two hosts for one model, as the first host describes it', async () => {
  const { first, site } = await startMirrored();

  const { body } = await site.call('browse', {});

  const hosts = await createServerFacts(site.db, createLongQueries(site.db), site.store).hosts();

  expect(hosts.find(({ url }) => url === first.url)).toMatchObject({ models: 1, mirrors: 0, problems: 0 });
  expect(hosts.find(({ url }) => url !== first.url)).toMatchObject({ models: 0, mirrors: 1, problems: 0 });
  expect(body.results).toMatchObject([{ guid: 'a', title: 'Thing a' }]);
  expect([body.total, site.models(), site.problems()]).toEqual([1, { a: 3 }, []]);
  expect(ownerOf(site)).toBe(first.url);
});

test('two sites describe it alike, whichever host they met first', async () => {
  const [first, second] = [await startFakeHost(), await startFakeHost()];
  second.put({ ...fakeProduct('a', 1, 'same'), title: 'Otherwise' });
  const site = await startTestSite([first, second]);
  await until(() => site.models().a === 1);

  first.put(fakeProduct('a', 3, 'same'));
  await until(() => site.models().a === 3 && isMirrored(site));

  await until(async () => (await site.call('browse', {})).body.results[0]?.title === 'Thing a');
  expect(ownerOf(site)).toBe(first.url);
});

test.each(['first', 'second'] as const)('the death of the %s host costs nothing', async (dead) => {
  const hosts = await startMirrored();
  const { site } = hosts;
  const alive = dead === 'first' ? hosts.second : hosts.first;
  const { token } = await registerPerson(site);

  await hosts[dead].stop();
  const given = await site.call('agentDirect', wish('a'), { token });
  const formats = await site.call('browse', {});
  const poster = await fetch(`${site.baseUrl}/posters/a/small`, { redirect: 'manual' });

  expect(given.body).toMatchObject({ ok: true, chargedUsd: 1 });
  expect(originOf(given.body.downloadUrl)).toBe(hostOf(alive));
  expect(formats.body.total).toBe(1);
  expect(originOf(poster.headers.get('location') ?? '')).toBe(
    dead === 'first' ? hostOf(alive) : hostOf(hosts.first),
  );
});

test('charges nothing when all its hosts are away', async () => {
  const { first, second, site } = await startMirrored();
  const { token } = await registerPerson(site);

  await Promise.all([first.stop(), second.stop()]);
  const refused = await site.call('agentDirect', wish('a'), { token });
  await second.restart();
  await until(() => site.problems().length === 1);
  const given = await site.call('agentDirect', wish('a'), { token });

  expect(refused.error.code).toBe('FILE_HOST_UNAVAILABLE');
  expect(given.body).toMatchObject({ chargedUsd: 1, balanceRemainingUsd: 99 });
});

test('posters of a mirrored model are asked of the site, which knows who answers', async () => {
  const [first, second] = [await startFakeHost(), await startFakeHost()];
  const drawn = { previewSmallUrl: `${first.url}/posters/a/small?v=0123456789abcdef01234567` };
  first.put({ ...fakeProduct('a', 1, 'same'), ...drawn });
  const site = await startTestSite([first, second]);
  await until(() => site.models().a === 1);
  const posterOrigin = async () => {
    const { results } = (await site.call('browse', {})).body;
    const url = results[0]?.previewSmallUrl;
    return url ? originOf(url) : null;
  };

  await until(async () => (await posterOrigin()) === hostOf(first));
  second.put(fakeProduct('a', 1, 'same'));

  await until(async () => (await posterOrigin()) === originOf(site.baseUrl));
  expect(site.problems()).toEqual([]);
});

test('a mirror takes over when the host lets a model go, without a gap', async () => {
  const { first, second, site } = await startMirrored();
  const seen: (string | undefined)[] = [];
  const title = site.db.prepare<[], string>('SELECT title FROM model').pluck();

  first.remove('a');
  await until(() => {
    seen.push(title.get());
    return title.get() === 'Otherwise';
  });

  expect(seen).not.toContain(undefined);
  expect([ownerOf(site), site.models(), isMirrored(site)]).toEqual([second.url, { a: 1 }, false]);
  expect(site.problems()).toEqual([]);
});

test('a model stays when the settings no longer name one of its hosts', async () => {
  const { first, second, site } = await startMirrored();
  await site.close();

  const later = await startTestSite([second], { dataDir: site.dataDir });
  await until(() => ownerOf(later) === second.url && !isMirrored(later));

  expect(Object.keys(later.models())).toEqual(['a']);
  expect(later.db.prepare('SELECT count(*) FROM sync_host').pluck().get()).toBe(1);
  expect(first.url).not.toBe(second.url);
});

test('a host with an older copy is no mirror until it has the new one', async () => {
  const { first, second, site } = await startMirrored();

  first.put(fakeProduct('a', 4, 'new'));
  await until(() => site.models().a === 4 && site.problems().length > 0);
  const listed = site.problems();
  const whileOld = isMirrored(site);
  second.put(fakeProduct('a', 2, 'new'));
  await until(() => isMirrored(site) && site.problems().length === 0);

  expect(listed).toMatchObject([{ path: `${second.url}/a`, kind: 'host-model' }]);
  expect(listed[0]?.reason).toContain(`a model of ${first.url}, and other files`);
  expect(whileOld).toBe(false);
  expect(site.models()).toEqual({ a: 4 });
});

test('what one host made of a model comes from that host alone', async () => {
  const made = fakeProduct('a', 1, 'same');
  const [file] = made.files as readonly Record<string, unknown>[];
  const derived = { from: sha256Of('same'), tool: 'maker 1', triangles: 4, deviation: 0.01 };
  const level = { ...file, lod: '1k', relativePath: '1k/thing.obj', derived };
  const { first, second, site } = await startMirrored({ version: 4, files: [file, level] });
  const { token } = await registerPerson(site);
  const isDerived = site.db.prepare('SELECT count(*) FROM file WHERE derived IS NOT NULL').pluck().get();
  const small = { ...wish('a'), lod: '1k', relativePath: '1k/thing.obj' } as const;

  await first.stop();
  const original = await site.call('agentDirect', wish('a'), { token });
  const refused = await site.call('agentDirect', small, { token });

  expect(isDerived).toBe(1);
  expect(originOf(original.body.downloadUrl)).toBe(hostOf(second));
  expect(refused.error.code).toBe('FILE_HOST_UNAVAILABLE');
});
