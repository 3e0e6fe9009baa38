import { expect, test } from 'vitest';
import { fakeProduct, sha256Of, startFakeHost } from '../../helpers/fake-host.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

test('refuses a version that goes back, until it no longer does', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 5));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 5);

  host.put(fakeProduct('a', 4));
  await until(() => site.problems().length > 0);
  const listed = site.problems();
  const kept = site.models();
  host.put(fakeProduct('a', 6));
  await until(() => site.models().a === 6 && site.problems().length === 0);

  expect(listed).toMatchObject([{ path: `${host.url}/a`, kind: 'host-model' }]);
  expect(listed[0]?.reason).toContain('went back from version 5 to 4');
  expect(kept).toEqual({ a: 5 });
});

test('refuses other files under the same version', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);

  host.put(fakeProduct('a', 1, 'something else'));
  await until(() => site.problems().length > 0);

  const sha256 = site.db.prepare('SELECT sha256 FROM file').pluck().get();
  expect(site.problems()[0]?.reason).toContain('other files in the same version 1');
  expect(sha256).toBe(sha256Of('a 1'));
});

test('takes in other words under the same version', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host]);
  await until(() => site.models().a === 1);

  host.put({ ...fakeProduct('a', 1), title: 'Renamed' });
  const title = site.db.prepare<[], string>('SELECT title FROM model').pluck();
  await until(() => title.get() === 'Renamed');

  expect(site.problems()).toEqual([]);
});

test('gives a guid to one host until that lets it go', async () => {
  const [first, second] = [await startFakeHost(), await startFakeHost()];
  first.put(fakeProduct('a', 3));
  const site = await startTestSite([first, second]);
  await until(() => site.models().a === 3);

  second.put(fakeProduct('a', 1, 'of the second'));
  await until(() => site.problems().length > 0);
  const listed = site.problems();
  first.remove('a');
  await until(() => site.models().a === 1);

  expect(listed).toMatchObject([{ path: `${second.url}/a`, kind: 'host-model' }]);
  expect(listed[0]?.reason).toContain(first.url);
  await until(() => site.problems().length === 0);
});

test('never takes a guid from its own library', async () => {
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table' }));
  const host = await startFakeHost();
  const site = await startTestSite([host], { libraryDir: library.folder });

  host.put(fakeProduct('table', 9));
  host.put(fakeProduct('lamp', 1));
  await until(() => site.problems().length > 0 && site.models().lamp === 1);

  expect(site.models()).toEqual({ lamp: 1, table: 1 });
  expect(site.problems()[0]?.reason).toContain("of this server's own library");
});

test('lists a model folder whose guid a host has', async () => {
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table' }));
  const host = await startFakeHost();
  host.put(fakeProduct('lamp', 1));
  const site = await startTestSite([host], { libraryDir: library.folder });
  await until(() => site.models().lamp === 1);

  library.write(simpleModel('my lamp', { guid: 'lamp' }));
  await site.scan();

  expect(site.problems()).toMatchObject([{ path: 'my lamp', kind: 'duplicate' }]);
  expect(site.problems()[0]?.reason).toContain(host.url);
});
