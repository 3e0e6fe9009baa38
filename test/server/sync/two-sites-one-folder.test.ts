import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../helpers/test-site.ts';

/** A host, and two sites that follow it on one data folder. */
async function startTwoSites() {
  const dataDir = makeFolder();
  const host = await startFakeHost();
  const first = await startTestSite([host], { dataDir });
  const second = await startTestSite([host], { dataDir });
  return { host, first, second };
}
type Site = Awaited<ReturnType<typeof startTwoSites>>['first'];

const listed = async (site: Site) => (await site.call('browse', {})).body.results.map(({ guid }) => guid);

test('lists on both sites what one of them follows', async () => {
  const { host, first, second } = await startTwoSites();
  host.put(fakeProduct('a', 1));
  await until(async () => (await listed(first)).includes('a'));
  await until(async () => (await listed(second)).includes('a'));
  host.put(fakeProduct('b', 1));

  await until(async () => (await listed(second)).includes('b'));

  const asked = host.asked.filter((path) => path.startsWith('product/'));
  expect(asked).toEqual(['product/a', 'product/b']);
});

test('follows on the second site when the first ends', async () => {
  const { host, first, second } = await startTwoSites();
  host.put(fakeProduct('a', 1));
  await until(async () => (await listed(second)).includes('a'));

  await first.close();
  host.put(fakeProduct('b', 1));
  await until(async () => (await listed(second)).includes('b'));

  expect(second.models()).toEqual({ a: 1, b: 1 });
});

test('knows on both sites whether the host answers', async () => {
  const { host, first, second } = await startTwoSites();
  host.put(fakeProduct('a', 1));
  await until(async () => (await listed(second)).includes('a'));
  const { token } = await registerPerson(first);
  const ask = async (site: Site) => (await site.call('agentDirect', wish('a'), { token })).status;

  const up = [await ask(first), await ask(second)];
  await host.stop();
  await until(async () => (await ask(first)) === 502);
  const down = await ask(second);
  await host.restart();
  await until(async () => (await ask(second)) === 200);

  expect([up, down]).toEqual([[200, 200], 502]);
});

test('has one set-up code for both sites', async () => {
  const { first, second } = await startTwoSites();

  const code = await first.app.setupCode();

  expect(code).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/);
  expect(await second.app.setupCode()).toBe(code);
});
