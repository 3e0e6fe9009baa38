import { expect, test } from 'vitest';
import { fakeProduct, sha256Of, startFakeHost } from '../../helpers/fake-host.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../helpers/test-site.ts';

test('makes what it took in searchable and points to its host', async () => {
  const host = await startFakeHost();
  host.put({ ...fakeProduct('lamp', 1), title: 'Brass lamp', previewSmallUrl: `${host.url}/elsewhere.png` });
  const site = await startTestSite([host]);
  const search = async () => (await site.call('search', { q: 'brass' })).body.results;
  await until(async () => (await search()).length === 1);

  const [found] = await search();
  const poster = await fetch(`${site.baseUrl}/posters/lamp/small`, { redirect: 'manual' });

  expect(found).toMatchObject({ guid: 'lamp', previewSmallUrl: `${host.url}/posters/lamp/small` });
  expect(poster.headers.get('location')).toBe(`${host.url}/posters/lamp/small`);
});

test('tells what binds the leaves of a file to it, as its host does', async () => {
  const host = await startFakeHost();
  const leavesSha256 = sha256Of('its leaves');
  const { files, ...product } = fakeProduct('a', 1);
  const [file] = Array.isArray(files) ? files : [];
  host.put({ ...product, files: [{ ...file, sizeBytes: 9 * 1024 * 1024, leavesSha256 }] });
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);
  const { token } = await registerPerson(site);

  const direct = await site.call('agentDirect', wish('a'), { token });

  expect(direct.body.leavesSha256).toBe(leavesSha256);
});

test('asks for each product of an unchanged host once', async () => {
  const host = await startFakeHost();
  for (const guid of ['a', 'b']) host.put(fakeProduct(guid, 1));
  const site = await startTestSite([host]);
  await until(() => Object.keys(site.models()).length === 2);

  host.state.startedAt = 'again';
  const before = host.asked.length;
  await until(() => host.asked.slice(before).filter((path) => path === 'changes').length > 5);

  expect(host.asked.filter((path) => path.startsWith('product/'))).toHaveLength(2);
});

test('keeps unlocks of what a host removed', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);
  const { token } = await registerPerson(site);
  const direct = await site.call('agentDirect', wish('a'), { token });

  host.remove('a');
  await until(() => site.models().a === undefined);
  host.put(fakeProduct('a', 2));
  await until(() => site.models().a === 2);
  const again = await site.call('agentDirect', wish('a'), { token });

  expect(direct.body).toMatchObject({ chargedUsd: 1, sha256: sha256Of('a 1') });
  expect(direct.body.downloadUrl.startsWith(`${host.url}/data/`)).toBe(true);
  expect(again.body).toMatchObject({ chargedUsd: 0, sha256: sha256Of('a 2') });
  expect(site.db.prepare("SELECT popularity FROM model WHERE guid = 'a'").pluck().get()).toBe(1);
});
