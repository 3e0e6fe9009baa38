import { readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { createApp, waitForServer } from '../create-app.ts';

const file = { guid: 'oak', relativePath: '1k/oak.glb' };

test('asks for no download ahead, and transfers nothing twice', async () => {
  const [glb] = Object.values(solidModels.glb ?? {});
  if (glb === undefined) expect.fail();
  const library = makeLibraryFolder({
    'oak/product.json': JSON.stringify({ title: 'Oak', guid: 'oak', priceUsd: 3 }),
    'oak/1k/oak.glb': glb,
  });
  onTestFinished(() => library.remove());
  const server = await startTestServer({ libraryDir: library.folder });
  onTestFinished(() => server.close());
  const asked: string[] = [];
  server.app.http.server.on('request', ({ url = '' }) => asked.push(url));
  const transfers = () => asked.filter((url) => url.startsWith('/data/')).length;
  await registerPerson(server); // the admin
  const person = await signInPlugin(server, ['download:direct']);
  const app = await createApp({ serverUrl: server.baseUrl });
  app.entries.set(`Lodestock/${server.baseUrl}`, person.appToken);
  const sessions = { [server.baseUrl]: { userName: 'Ada', scopes: ['download:direct'] } };
  await writeFile(app.places.session, JSON.stringify({ version: 1, sessions }));
  app.features.start();
  await waitForServer(app, 'ready');
  await expect.poll(async () => (await app.call['session.read'](undefined)).status).toBe('signed-in');
  const details = (await server.call('model', { guid: 'oak' })).body;
  const [found] = details.topologies.flatMap(({ files }) => files);
  if (found === undefined) expect.fail('The model has no file.');

  await app.call['ahead.look']({ ...file, sizeBytes: found.sizeBytes, sha256: found.sha256 });
  await expect.poll(transfers).toBe(1);
  const address = new URL(`app://lodestock/viewer-asset/oak/files/${file.relativePath}`);
  const shown = await app.features.media.fetch(address, new AbortController().signal);
  const before = asked.filter((url) => url.includes('/direct'));
  await app.call['downloads.add']({
    ...{ ...file, title: 'Oak', format: 'glb', lod: '1k', variant: null, maxPriceUsd: 3 },
  });
  const read = async () => (await app.call['downloads.read'](undefined)).jobs.map(({ status }) => status);
  await expect.poll(read).toEqual(['done']);

  const unlocks = await server.rows('SELECT * FROM unlock');
  expect(Buffer.from((await shown?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(Buffer.from(glb));
  expect([before, unlocks]).toEqual([[], []]);
  expect(transfers()).toBe(1);
  const [job] = (await app.call['downloads.read'](undefined)).jobs;
  expect(await readFile(job?.filePath ?? '')).toEqual(Buffer.from(glb));
});
