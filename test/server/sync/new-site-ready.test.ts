import { expect, test } from 'vitest';
import { type FakeHost, fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

type Site = Awaited<ReturnType<typeof startTestSite>>;

const tenMinutes = 600_000;

async function askReady({ baseUrl }: Pick<Site, 'baseUrl'>) {
  const answer = await fetch(`${baseUrl}/readyz`);
  return { status: answer.status, message: (await answer.json()).message };
}
const isReady = async (site: Site) => (await askReady(site)).status === 200;
const totalOf = async (site: Site) => (await site.call('browse', {})).body.total;

/** A host that still reads its own library: it has more to tell than it says. */
async function startReadingHost() {
  const host = await startFakeHost();
  host.state.ready = false;
  return host;
}
/** Waits until a site has all that the host says so far. */
const untilAsked = (host: FakeHost) =>
  until(() => host.asked.filter((path) => path === 'changes').length > 1);

test('waits for a host that is slow', async () => {
  const [quick, slow] = [await startFakeHost(), await startReadingHost()];
  quick.put(fakeProduct('a', 1));
  const site = await startTestSite([quick, slow]);
  await until(async () => (await totalOf(site)) === 1);
  await untilAsked(slow);

  const waiting = await askReady(site);
  const told = (await site.call('catalogueStatus', {})).body.reading;
  slow.put(fakeProduct('b', 1));
  slow.state.ready = true;
  await until(() => isReady(site));
  const listed = await totalOf(site);

  expect(waiting).toEqual({
    status: 503,
    message: `${slow.url} is being read for the first time. Try again soon.`,
  });
  expect(told).toEqual({ done: 0, total: 0 });
  expect(listed).toBe(2);
});

test('waits for nobody longer than ten minutes', async () => {
  const slow = await startReadingHost();
  const site = await startTestSite([slow], { isClockStopped: true });
  await untilAsked(slow);

  site.advance(tenMinutes - 1);
  const before = await isReady(site);
  site.advance(1);
  await until(() => isReady(site));

  expect(before).toBe(false);
});

test('does not wait for a host that is down', async () => {
  const [up, down] = [await startFakeHost(), await startFakeHost()];
  up.put(fakeProduct('a', 1));
  await down.stop();

  const site = await startTestSite([up, down]);
  await until(() => isReady(site));
  const listed = await totalOf(site);

  expect(listed).toBe(1);
  expect(site.problems()).toMatchObject([{ path: down.url, kind: 'host' }]);
});

test('waits after a restart for a host that was down', async () => {
  const dataDir = makeFolder();
  const host = await startReadingHost();
  await host.stop();
  const early = await startTestSite([host], { dataDir });
  await until(() => isReady(early));
  await early.close();
  await host.restart();

  const late = await startTestSite([host], { dataDir });
  await untilAsked(host);
  const waiting = await isReady(late);
  host.state.ready = true;
  await until(() => isReady(late));

  expect(waiting).toBe(false);
});

test('a site with models is ready whatever host is new', async () => {
  const dataDir = makeFolder();
  const [known, added] = [await startFakeHost(), await startReadingHost()];
  known.put(fakeProduct('a', 1));
  const early = await startTestSite([known], { dataDir });
  await until(() => isReady(early));
  await early.close();

  const late = await startTestSite([known, added], { dataDir });
  await untilAsked(added);
  await until(() => isReady(late));

  expect(late.models()).toEqual({ a: 1 });
});

test('two processes on a new folder wait alike', async () => {
  const dataDir = makeFolder();
  const host = await startReadingHost();
  const sites = [await startTestSite([host], { dataDir }), await startTestSite([host], { dataDir })];
  await untilAsked(host);

  const waiting = await Promise.all(sites.map(isReady));
  host.put(fakeProduct('a', 1));
  host.state.ready = true;
  for (const site of sites) await until(() => isReady(site));
  const listed = await Promise.all(sites.map(totalOf));

  expect(waiting).toEqual([false, false]);
  expect(listed).toEqual([1, 1]);
});
