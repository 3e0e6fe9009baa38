import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Settings } from '../../../../src-main/platform/ipc/contract.ts';
import { createSettings, SettingsFile } from '../../../../src-main/platform/settings/settings.ts';
import { createJsonFile } from '../../../../src-main/platform/storage/json-file.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';

async function createStore(text?: string, folder?: string) {
  const place = folder ?? (await createScratch());
  const file = path.join(place, 'settings.json');
  if (text !== undefined) await writeFile(file, text);
  const { log } = createMemoryLog();
  const onBroken = vi.fn();
  const onChange = vi.fn();
  const settings = createSettings({
    file: createJsonFile({ file, schema: SettingsFile, log, onBroken }),
    defaultLibraryFolder: '/home/ada/Documents/Lodestock',
    onChange,
  });
  await settings.load();
  return { settings, file, folder: place, onBroken, onChange };
}

test('begins with the defaults', async () => {
  const { settings } = await createStore();

  expect(settings.read()).toEqual({
    libraryFolder: '/home/ada/Documents/Lodestock',
    libraries: [],
    serverUrl: null,
    shareServer: false,
    shareAddress: null,
    sharePrivately: false,
    backupEvery: null,
    backupFolder: null,
    ownServer: null,
    modelsFolder: null,
    certificateFile: null,
    proxyUser: null,
    startAtLogin: false,
    updates: 'auto',
    updateChannel: 'stable',
    theme: 'system',
    parallelDownloads: 4,
    parallelPerHost: 4,
    bandwidthLimit: null,
    downloadHours: null,
    keepAwake: false,
    lookAhead: true,
    pauseOnMetered: true,
  });
});

test('has chosen the demo who used it before there was a choice', async () => {
  const { settings } = await createStore('{"version":1,"theme":"dark"}');

  expect(settings.read().ownServer).toBe('demo');
});

test('keeps a change over a restart', async () => {
  const { settings, file } = await createStore();

  await settings.update({ theme: 'dark', serverUrl: 'https://models.example.org/' });

  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    version: 1,
    theme: 'dark',
    serverUrl: 'https://models.example.org',
  });
});

test('resolves the folders of other libraries as it does that of downloads', async () => {
  const { settings } = await createStore();

  await settings.update({ libraries: [{ folder: '/mnt/archive/', name: 'Archive' }] });

  expect(settings.read().libraries).toEqual([{ folder: '/mnt/archive', name: 'Archive' }]);
});

test('keeps every setting over a restart', async () => {
  const { settings, folder } = await createStore();
  const chosen: Settings = {
    libraryFolder: '/srv/models',
    libraries: [{ folder: '/mnt/archive', name: 'Archive' }],
    serverUrl: 'https://models.example.org',
    ownServer: 'models',
    modelsFolder: '/srv/own',
    shareServer: true,
    shareAddress: '192.168.1.20',
    sharePrivately: true,
    backupEvery: 'week',
    backupFolder: '/mnt/backups',
    certificateFile: '/etc/studio.pem',
    proxyUser: 'ada',
    startAtLogin: true,
    updates: 'notify',
    updateChannel: 'beta',
    theme: 'dark',
    parallelDownloads: 5,
    parallelPerHost: 2,
    bandwidthLimit: 2_000_000,
    downloadHours: { from: '19:00', to: '07:00', days: [1, 2, 3, 4, 5] },
    keepAwake: true,
    lookAhead: false,
    pauseOnMetered: false,
  };

  await settings.update(chosen);

  const { settings: reopened } = await createStore(undefined, folder);
  expect(reopened.read()).toEqual(chosen);
});

test('keeps the settings of a newer version', async () => {
  const { settings, file } = await createStore('{"version":1,"later":"de","sounds":{"volume":3}}');

  await settings.update({ theme: 'dark' });

  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    version: 1,
    later: 'de',
    sounds: { volume: 3 },
    theme: 'dark',
  });
});

test('refuses a field that is no setting', async () => {
  const { settings, onChange } = await createStore();

  const update = settings.update(JSON.parse('{"theme":"dark","unknown":"de"}'));

  await expect(update).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('unknown'),
  });
  expect(settings.read().theme).toBe('system');
  expect(onChange).not.toHaveBeenCalled();
});

test('names every setting it refuses', async () => {
  const { settings } = await createStore();

  const update = settings.update({ libraryFolder: 'models', serverUrl: 'not an address' });

  await expect(update).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { libraryFolder: expect.any(String), serverUrl: expect.any(String) } },
  });
});

test('tells what changed and from what', async () => {
  const { settings, onChange } = await createStore();

  await settings.update({ theme: 'light' });

  expect(onChange).toHaveBeenCalledWith(
    expect.objectContaining({ theme: 'light' }),
    expect.objectContaining({ theme: 'system' }),
  );
});

test.each([
  '{ "version": 1, ',
  '{"version":2}',
  '{"version":1,"theme":"pink"}',
  '{"version":1,"serverUrl":"http://203.0.113.9"}',
  '',
])('sets the broken file %j aside', async (text) => {
  const { settings, folder, onBroken } = await createStore(text);

  expect(settings.read().theme).toBe('system');
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^settings\.broken-.*\.json$/)]);
  expect(await readFile(path.join(folder, names[0] ?? ''), 'utf8')).toBe(text);
  expect(onBroken).toHaveBeenCalledOnce();
});

test.each([
  'http://8.8.8.8:8787',
  'http://[2001:db8::1]',
  'ftp://models.example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:secret@models.example.org',
  'https://models.example.org/path?query',
  'not an address',
])('refuses the server address %s', async (serverUrl) => {
  const { settings, onChange } = await createStore();

  await expect(settings.update({ serverUrl })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { serverUrl: expect.any(String) } },
  });

  expect(settings.read().serverUrl).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
});

test.each([
  ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
  ['http://localhost:8787', 'http://localhost:8787'],
  ['http://192.168.1.20:8787', 'http://192.168.1.20:8787'],
  ['http://10.1.2.3', 'http://10.1.2.3'],
  ['http://[::1]:8787', 'http://[::1]:8787'],
  ['http://[fd12::1]:8787', 'http://[fd12::1]:8787'],
  ['http://100.101.1.2:8787', 'http://100.101.1.2:8787'],
  ['http://models.studio.lan:8787', 'http://models.studio.lan:8787'],
  ['http://nas.local:8787', 'http://nas.local:8787'],
  ['http://studio-nas:8787', 'http://studio-nas:8787'],
  ['fd12::1', 'https://[fd12::1]'],
  ['models.example.org', 'https://models.example.org'],
  [' https://Models.Example.org ', 'https://models.example.org'],
  ['', null],
])('takes the server address %j', async (serverUrl, expected) => {
  const { settings } = await createStore();

  await settings.update({ serverUrl });

  expect(settings.read().serverUrl).toBe(expected);
});

test('two changes at once are both kept', async () => {
  const { settings, file } = await createStore();

  await Promise.all([settings.update({ theme: 'dark' }), settings.update({ parallelDownloads: 5 })]);

  expect(settings.read()).toMatchObject({ theme: 'dark', parallelDownloads: 5 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    version: 1,
    theme: 'dark',
    parallelDownloads: 5,
  });
});

test('keeps the old settings when the disk refuses', async () => {
  const { settings, folder, onChange } = await createStore();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file in the place of the folder');

  await expect(settings.update({ theme: 'dark' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('could not be saved'),
  });

  expect(settings.read().theme).toBe('system');
  expect(onChange).not.toHaveBeenCalled();
});
