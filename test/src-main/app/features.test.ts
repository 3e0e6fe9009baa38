import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import type { DownloadRequest } from '../../../src-main/platform/ipc/contract.ts';
import { createApp, healthy, waitForServer } from '../create-app.ts';
import { createScratch } from '../scratch.ts';

const request: DownloadRequest = {
  ...{ guid: 'g1', title: 'Knight', format: 'glb', relativePath: 'k_1k/k.glb' },
  lod: '1k',
  variant: null,
  maxPriceUsd: 0,
};

test('applies the theme before the window opens', async () => {
  const { desktop } = await createApp({ theme: 'dark' });

  expect(desktop.setTheme).toHaveBeenCalledWith('dark');
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
  expect(textOf((await app.call['server.read'](undefined)).message ?? '')).toContain(app.places.serverLog);
  expect(app.lines.join()).toContain('was not expected to start');
});

test('a download waits for the hours of the settings', async () => {
  const { origin, requests } = await healthy();
  const begin = new Date(Date.now() + 2 * 60 * 60 * 1000);
  const from = `${String(begin.getHours()).padStart(2, '0')}:00`;
  const downloadHours = { from, to: from, days: [begin.getDay()] };
  const app = await createApp({ serverUrl: origin, downloadHours });
  app.features.start();
  await waitForServer(app, 'ready');

  await app.call['downloads.add'](request);
  await expect.poll(() => app.call['downloads.readHold'](undefined)).toMatchObject({ reason: 'hours' });
  const before = app.call['downloads.read'](undefined);
  await app.call['settings.update']({ downloadHours: null });

  expect(app.call['downloads.readHold'](undefined)).toBeNull();
  expect(await before).toMatchObject({ jobs: [{ status: 'queued' }] });
  await expect.poll(() => requests.some(({ url }) => url.startsWith('/api/models/'))).toBe(true);
});

test('tells the person of settings that were broken', async () => {
  const { desktop } = await createApp({ theme: 'pink' });

  expect(desktop.notify).toHaveBeenCalledWith(
    expect.any(String),
    expect.objectContaining({ values: { file: expect.stringContaining('settings.broken-') } }),
  );
});

test('takes the library folder that the person chose', async () => {
  const { call, desktop, events, userData } = await createApp({});
  const folder = await createScratch();
  desktop.chooseFolder.mockResolvedValueOnce(folder);

  await call['libraries.locate']({ folder: path.join(userData, 'library') });

  expect(await call['settings.read'](undefined)).toMatchObject({ libraryFolder: folder });
  await expect.poll(() => events).toContain('library.changed');
});

test('keeps the library folder when none is chosen', async () => {
  const { call, userData } = await createApp({});

  await call['libraries.locate']({ folder: path.join(userData, 'library') });

  expect(await call['settings.read'](undefined)).toMatchObject({
    libraryFolder: path.join(userData, 'library'),
  });
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

test('keeps to what the organisation has decided', async () => {
  const policy = { ServerUrl: 'http://127.0.0.1:1', LibraryFolder: 'not absolute', Updates: 'off' } as const;
  const { call, lines } = await createApp({ serverUrl: 'https://elsewhere.example.org' }, { policy });

  const changed = Promise.resolve(call['settings.update']({ serverUrl: null, theme: 'dark' }));

  await expect(changed).rejects.toThrow('Your organisation has set this. Ask your admin to change it.');
  expect(await call['settings.read'](undefined)).toMatchObject({
    serverUrl: 'http://127.0.0.1:1',
    theme: 'system',
  });
  expect(await call['app.info'](undefined)).toMatchObject({ managed: ['serverUrl', 'updates'] });
  expect(lines.join()).toContain('policy.ignored');
  await call['settings.update']({ theme: 'dark' });
  expect(await call['settings.read'](undefined)).toMatchObject({ theme: 'dark' });
});
