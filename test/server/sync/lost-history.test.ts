import { expect, onTestFinished, test } from 'vitest';
import { fakeProduct, sha256Of, startFakeHost } from '../../helpers/fake-host.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../helpers/test-site.ts';

test('starts over at a new epoch and is never empty', async () => {
  const host = await startFakeHost();
  for (const guid of ['a', 'b', 'c']) host.put(fakeProduct(guid, 2));
  const site = await startTestSite([host]);
  await until(() => Object.keys(site.models()).length === 3);
  const { token } = await registerPerson(site);
  let fewest = Number.POSITIVE_INFINITY;
  // Between two turns of the event loop no request is answered and at most one page is committed.
  let watch = setImmediate(function look() {
    fewest = Math.min(fewest, Object.keys(site.models()).length);
    watch = setImmediate(look);
  });
  onTestFinished(() => clearImmediate(watch));

  host.state.ready = false;
  host.forget();
  host.state.epoch = 'second';
  await until(() => site.db.prepare("SELECT 1 FROM sync_host WHERE epoch = 'second'").get() !== undefined);
  host.put(fakeProduct('a', 1));
  host.put(fakeProduct('d', 1));
  await until(() => site.models().d === 1);
  const during = site.models();
  host.state.ready = true;
  await until(() => site.models().b === undefined);

  expect(fewest).toBeGreaterThanOrEqual(2);
  expect(during).toEqual({ a: 1, b: 2, c: 2, d: 1 });
  expect(site.models()).toEqual({ a: 1, d: 1 });
  expect(site.problems()).toMatchObject([{ path: `${host.url}/a`, kind: 'host-model' }]);
  expect((await site.call('agentDirect', wish('a'), { token })).body.sha256).toBe(sha256Of('a 1'));
});

test('reads all again when offsets go back, and says so', async () => {
  const host = await startFakeHost();
  for (const guid of ['a', 'b', 'c']) host.put(fakeProduct(guid, 1));
  const site = await startTestSite([host]);
  await until(() => Object.keys(site.models()).length === 3);

  host.forget();
  host.put(fakeProduct('a', 1));
  await until(() => site.models().b === undefined);
  const listed = site.problems();
  for (const guid of ['b', 'c', 'd']) host.put(fakeProduct(guid, 1));
  await until(() => site.models().d === 1 && site.problems().length === 0);

  expect(listed).toMatchObject([{ path: host.url, kind: 'host-history' }]);
  expect(site.models()).toEqual({ a: 1, b: 1, c: 1, d: 1 });
});

test('sees what an older copy of a host lacks', async () => {
  const host = await startFakeHost();
  for (const guid of ['a', 'b']) host.put(fakeProduct(guid, 1));
  const site = await startTestSite([host]);
  await until(() => Object.keys(site.models()).length === 2);

  host.forget();
  for (const guid of ['x', 'y', 'z']) host.put(fakeProduct(guid, 1));
  host.state.startedAt = 'restarted from an older copy';
  await until(() => site.models().z === 1 && site.models().a === undefined);

  expect(site.models()).toEqual({ x: 1, y: 1, z: 1 });
});

test('refuses one host under two addresses', async () => {
  const host = await startFakeHost();
  const twin = await startFakeHost();
  twin.state.hostId = host.state.hostId;
  host.put(fakeProduct('a', 1));

  const site = await startTestSite([host, twin]);
  await until(() => site.problems().length > 0 && site.models().a === 1);

  expect(site.problems()).toMatchObject([{ kind: 'host' }]);
  expect(site.problems()[0]?.reason).toContain('is the same file host as');
});
