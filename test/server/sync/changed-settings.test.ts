import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../helpers/test-site.ts';

test('removes the models of a host that is no longer named', async () => {
  const [staying, leaving] = [await startFakeHost(), await startFakeHost()];
  staying.put(fakeProduct('a', 1));
  leaving.put(fakeProduct('b', 1));
  const dataDir = makeFolder();
  const first = await startTestSite([staying, leaving], { dataDir });
  await until(() => Object.keys(first.models()).length === 2);
  await leaving.stop();
  await until(() => first.problems().length > 0);
  await first.close();

  const second = await startTestSite([staying], { dataDir });
  await until(() => second.models().b === undefined);

  expect(second.models()).toEqual({ a: 1 });
  expect(second.problems()).toEqual([]);
});

test('keeps them until every named host was read', async () => {
  const [down, leaving] = [await startFakeHost(), await startFakeHost()];
  leaving.put(fakeProduct('b', 1));
  await down.stop();
  const dataDir = makeFolder();
  const first = await startTestSite([leaving], { dataDir });
  await until(() => first.models().b === 1);
  await first.close();

  const second = await startTestSite([down], { dataDir });
  const { token } = await registerPerson(second);
  await until(() => second.problems().length > 0);
  const meanwhile = second.models();
  const refused = await second.call('agentDirect', wish('b'), { token });
  await down.restart();
  await until(() => second.models().b === undefined);

  expect(meanwhile).toEqual({ b: 1 });
  expect(refused.error.code).toBe('FILE_HOST_UNAVAILABLE');
});

test('follows a host to its new address without losing a row', async () => {
  const [before, after] = [await startFakeHost(), await startFakeHost()];
  after.state.hostId = before.state.hostId;
  for (const host of [before, after]) host.put(fakeProduct('a', 1));
  const dataDir = makeFolder();
  const first = await startTestSite([before], { dataDir });
  await until(() => first.models().a === 1);
  const id = first.db.prepare('SELECT id FROM model').pluck().get();
  await first.close();
  await before.stop();

  const second = await startTestSite([after], { dataDir });
  const url = second.db.prepare('SELECT url FROM model JOIN sync_host ON sync_host.id = host').pluck();
  await until(() => url.get() === after.url);
  const { token } = await registerPerson(second);
  const { body } = await second.call('agentDirect', wish('a'), { token });

  expect(second.db.prepare('SELECT id FROM model').pluck().get()).toBe(id);
  expect(body.downloadUrl.startsWith(after.url)).toBe(true);
});

test('hands the models of its library over to a host', async () => {
  const dataDir = makeFolder();
  const alone = await startTestServer({
    files: {
      ...simpleModel('chair', { guid: 'chair' }),
      ...simpleModel('lamp', { guid: 'lamp' }),
    },
    dataDir,
  });
  const { token } = await registerPerson(alone);
  await alone.call('agentDirect', { guid: 'chair', lod: '10k', format: 'obj' }, { token });
  await alone.close();
  const host = await startFakeHost();
  host.put(fakeProduct('chair', 1));

  const site = await startTestSite([host], { dataDir });
  await until(() => site.models().lamp === undefined);
  const { body } = await site.call('agentDirect', wish('chair'), { token });

  expect(site.models()).toEqual({ chair: 1 });
  expect(body).toMatchObject({ chargedUsd: 0 });
  expect(body.downloadUrl.startsWith(host.url)).toBe(true);
  expect(site.db.prepare('SELECT popularity FROM model').pluck().get()).toBe(1);
});

test('takes models of a former host into its own library', async () => {
  const library = makeLibraryFolder(simpleModel('chair', { guid: 'chair' }));
  const host = await startFakeHost();
  host.put(fakeProduct('chair', 4));
  const dataDir = makeFolder();
  const site = await startTestSite([host], { dataDir });
  await until(() => site.models().chair === 4);
  await site.close();

  const alone = await startTestServer({ libraryDir: library.folder, dataDir });
  const { body } = await alone.call('model', { guid: 'chair' });
  await alone.close();

  expect(body.version).toBe(5);
});
