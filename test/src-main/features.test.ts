import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFeatures } from '../../src-main/features.ts';
import { createHttp } from '../../src-main/http.ts';
import type { DesktopEventName, DownloadRequest } from '../../src-main/ipc/contract.ts';
import { listPlaces } from '../../src-main/storage/places.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { answerJson, listen } from './listen.ts';
import { createMemoryKeytar } from './memory-keytar.ts';
import { createMemoryLog } from './memory-log.ts';
import { createScratch } from './scratch.ts';

const request: DownloadRequest = {
  ...{ guid: 'g1', title: 'Knight', format: 'glb', relativePath: 'k_1k/k.glb' },
  lod: '1k',
  variant: null,
};

/** The whole app but its window, on a real server somewhere else. */
async function createApp(settings: object, options: { readonly userData?: string } = {}) {
  const userData = options.userData ?? (await createScratch());
  const places = listPlaces(userData);
  await writeFile(places.settings, JSON.stringify({ version: 1, ...settings }));
  const { keytar, entries } = createMemoryKeytar();
  const { log, lines } = createMemoryLog();
  const events: DesktopEventName[] = [];
  const desktop = {
    openExternal: async () => undefined,
    showItemInFolder: () => undefined,
    copyText: async () => undefined,
    chooseFile: vi.fn(async (): Promise<string | null> => null),
    chooseFolder: vi.fn(async (): Promise<string | null> => null),
    setTheme: vi.fn(),
    notify: vi.fn(),
  };
  const features = createFeatures({
    ...{ places, log, desktop, createHttp: () => createHttp('test'), appVersion: '1', deviceName: 'here' },
    info: { version: '1', platform: 'linux', isPackaged: false },
    defaultLibraryFolder: path.join(userData, 'library'),
    publish: (name) => void events.push(name),
    loadKeytar: async () => keytar,
    pluginsDir: path.join(userData, 'starters'),
    manifestsDir: path.join(userData, 'manifests'),
    computer: {
      ...{ platform: 'linux', settings: userData, programs: [], commands: [] },
      readMaxFolders: async () => [],
    },
    forkServer: () => {
      throw new Error('the bundled server was not expected to start');
    },
    takeLink: () => null,
    hasModelsFolder: false,
    openPosterWindow: () => ({ close: () => undefined }),
    onServerLine: () => undefined,
  });
  await features.load();
  onTestFinished(() => features.stop());
  return { features, call: features.handlers, desktop, entries, events, lines, places, userData };
}

const healthy = (port?: number) =>
  listen((_request, response) => answerJson(response, 200, { ok: true }), port);
const waitForServer = (app: Awaited<ReturnType<typeof createApp>>, status: string) =>
  expect.poll(async () => (await app.call['server.read'](undefined)).status).toBe(status);

test('applies the theme before the window opens', async () => {
  const { desktop } = await createApp({ theme: 'dark' });

  expect(desktop.setTheme).toHaveBeenCalledWith('dark');
});

test('connects to the server of the settings', async () => {
  const { origin } = await healthy();
  const app = await createApp({ serverUrl: origin });

  app.features.start();

  await waitForServer(app, 'ready');
  expect(await app.call['session.read'](undefined)).toMatchObject({
    status: 'signed-out',
    serverUrl: origin,
  });
});

test('moves to another server when the address changes', async () => {
  const [first, second] = [await healthy(), await healthy()];
  const app = await createApp({ serverUrl: first.origin });
  app.features.start();
  await waitForServer(app, 'ready');

  await app.call['settings.update']({ serverUrl: second.origin });

  await expect.poll(async () => (await app.call['server.read'](undefined)).url).toBe(second.origin);
  await waitForServer(app, 'ready');
  expect((await app.call['session.read'](undefined)).serverUrl).toBe(second.origin);
  expect(app.events).toEqual(
    expect.arrayContaining(['settings.changed', 'server.changed', 'session.changed']),
  );
});

test('a server that cannot start is said to have failed', async () => {
  const app = await createApp({});

  app.features.start();

  await waitForServer(app, 'failed');
  expect((await app.call['server.read'](undefined)).message).toContain(app.places.serverLog);
  expect(app.lines.join()).toContain('was not expected to start');
});

test('a download waits for the server to come back', async () => {
  const port = await findQuietPort();
  const app = await createApp({ serverUrl: `http://127.0.0.1:${port}` });
  app.features.start();
  await waitForServer(app, 'offline');

  const job = await app.call['downloads.add'](request);

  expect(job.status).toBe('queued');
  await healthy(port);
  await expect
    .poll(async () => (await app.call['downloads.read'](undefined))[0])
    .toMatchObject({ status: 'waiting', error: { code: 'UNAVAILABLE' } });
});

test('keeps the queue over a restart of the app', async () => {
  const first = await createApp({ serverUrl: 'http://127.0.0.1:1' });
  await first.call['downloads.add'](request);
  await first.features.stop();

  const second = await createApp({ serverUrl: 'http://127.0.0.1:1' }, { userData: first.userData });

  expect(await second.call['downloads.read'](undefined)).toMatchObject([{ ...request, status: 'queued' }]);
});

test('tells the person of settings that were broken', async () => {
  const { desktop } = await createApp({ theme: 'pink' });

  expect(desktop.notify).toHaveBeenCalledWith(
    expect.any(String),
    expect.stringContaining('settings.broken-'),
  );
});

test('takes the library folder that the person chose', async () => {
  const { call, desktop, events } = await createApp({});
  const folder = await createScratch();
  desktop.chooseFolder.mockResolvedValueOnce(folder);

  const settings = await call['settings.chooseLibraryFolder'](undefined);

  expect(settings.libraryFolder).toBe(folder);
  await expect.poll(() => events).toContain('library.changed');
});

test('keeps the library folder when none is chosen', async () => {
  const { call, userData } = await createApp({});

  const settings = await call['settings.chooseLibraryFolder'](undefined);

  expect(settings.libraryFolder).toBe(path.join(userData, 'library'));
});

test('removes what a killed download left behind', async () => {
  const first = await createApp({ serverUrl: 'http://127.0.0.1:1' });
  await first.call['downloads.add'](request);
  await first.features.stop();
  await writeFile(
    first.places.machine,
    JSON.stringify({ version: 1, id: '6f1f6f3e-9d3b-4c55-8d0e-0f6c4c7f2a11' }),
  );
  const library = path.join(first.userData, 'library');
  const folder = path.join(library, 'Knight_g1/.lodestock/8d0e0f6c4c7f2a11');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '0123456789abcdef.part'), 'half of it');

  const second = await createApp({ serverUrl: 'http://127.0.0.1:1' }, { userData: first.userData });
  // Nothing before the window touches the library: a share that hangs would keep the window away.
  expect(await readdir(folder)).toEqual(['0123456789abcdef.part']);
  second.features.start();

  await expect.poll(() => readdir(library)).toEqual([]);
});
