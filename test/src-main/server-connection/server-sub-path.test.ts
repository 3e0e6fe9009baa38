import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startPathProxy } from '../../helpers/path-proxy.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { createApp } from '../create-app.ts';

const models = { ...simpleModel('Chair', { guid: 'chair' }), ...simpleModel('Stool', { guid: 'stool' }) };
const library = makeLibraryFolder(models);
let proxy: Awaited<ReturnType<typeof startPathProxy>>;
let chairs: TestServer;
let stools: TestServer;

async function startBelow(root: string) {
  const environment = { LODESTOCK_BASE_URL: `${proxy.origin}${root}` };
  const server = await startTestServer({ libraryDir: library.folder, environment });
  proxy.place(root, server.baseUrl);
  return server;
}

beforeAll(async () => {
  proxy = await startPathProxy();
  [chairs, stools] = await Promise.all([startBelow('/studio/chairs'), startBelow('/stools')]);
});
afterAll(async () => {
  proxy.close();
  await Promise.all([chairs, stools].map((server) => server.close()));
  library.remove();
});

type App = Awaited<ReturnType<typeof createApp>>;
const readSession = (app: App) => app.call['session.read'](undefined);
const waitForReady = (app: App, url: string) =>
  expect
    .poll(() => app.call['server.read'](undefined))
    .toMatchObject({ url, status: 'ready', message: null });

async function join(app: App, address: string) {
  const answer = await app.call['server.join']({ address, accepted: null });
  expect(answer.status).toBe('joined');
}

async function signIn(app: App, server: TestServer) {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const { approveUrl } = await app.call['session.signIn'](undefined);
  const [sessionId = ''] = new URL(approveUrl ?? '').pathname.split('/').slice(-1);
  const scopes = ['download:direct', 'account:read'] as const;
  await server.call('approveSignIn', { sessionId, scopes: [...scopes] }, browser);
  await expect.poll(async () => (await readSession(app)).status).toBe('signed-in');
  return approveUrl ?? '';
}

test('joins a server below a path, signs in, shows and downloads', async () => {
  const [here, there] = [`${proxy.origin}/studio/chairs`, `${proxy.origin}/stools`];
  const app = await createApp({});
  app.features.start();

  await join(app, `${here}/`);
  await waitForReady(app, here);
  const approved = await signIn(app, chairs);
  const found = JSON.stringify(await app.features.callServer('search', { q: 'chair' }));
  const wish = { format: 'obj', lod: '1k', variant: null, maxPriceUsd: 3 } as const;
  await app.call['downloads.add']({
    ...{ guid: 'chair', title: 'Chair', relativePath: '1k/thing.obj', ...wish },
  });
  const read = async () => (await app.call['downloads.read'](undefined)).jobs;
  await expect.poll(async () => (await read()).map(({ status }) => status)).toEqual(['done']);

  expect(approved.startsWith(`${here}/`)).toBe(true);
  expect(found).toContain(`${here}/model/chair`);
  expect(String(await readFile((await read())[0]?.filePath ?? ''))).toBe(
    String(models['Chair/1k/thing.obj']),
  );
  expect((await app.call['library.read'](undefined)).models).toMatchObject([{ serverUrl: here }]);
  expect(await app.call['library.compare'](undefined)).toMatchObject({ current: ['chair'] });

  // Another one under the same name: of the first it has neither the sign-in nor the models.
  await join(app, there);
  await waitForReady(app, there);
  await expect.poll(async () => (await readSession(app)).serverUrl).toBe(there);
  expect((await readSession(app)).status).toBe('signed-out');
  expect(await app.call['library.compare'](undefined)).toEqual({ outdated: [], current: [] });
  await expect(app.features.callServer('account', {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  await signIn(app, stools);
  await join(app, here);
  await waitForReady(app, here);
  await expect.poll(async () => (await readSession(app)).status).toBe('signed-in');
  expect(await app.features.callServer('account', {})).toMatchObject({ ok: true });
  expect([...app.entries.keys()].toSorted()).toEqual([`Lodestock/${there}`, `Lodestock/${here}`].toSorted());
  expect(proxy.strays).toEqual([]);
});

test('keeps a sign-in from before there were paths', async () => {
  const app = await createApp({ serverUrl: chairs.baseUrl });
  app.entries.set(`Lodestock/${chairs.baseUrl}`, 'lsp_before');
  const sessions = { [chairs.baseUrl]: { userName: 'Ada', scopes: ['account:read'] } };
  await writeFile(app.places.session, JSON.stringify({ version: 1, sessions }));

  app.features.start();

  await expect.poll(() => readSession(app)).toMatchObject({ status: 'signed-in', userName: 'Ada' });
});
