import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findAppFolders, keepServerPort, moveFromRoaming } from '../../../src-main/storage/app-folders.ts';
import { createScratch } from '../scratch.ts';

const linux = { platform: 'linux', home: '/home/ada', env: {} };

test('keeps the server’s data where one that is started by hand does', () => {
  const folders = findAppFolders({
    computer: linux,
    isPackaged: true,
    appData: '/home/ada/.config',
    wanted: '',
  });

  expect(folders).toEqual({
    own: '/home/ada/.config/Lodestock',
    note: '/home/ada/.config/Lodestock',
    serverData: '/home/ada/.local/share/lodestock',
    earlierServerData: '/home/ada/.config/Lodestock/server',
  });
});

test('keeps everything together where a folder is named', () => {
  const folders = findAppFolders({ computer: linux, isPackaged: true, appData: '/x', wanted: '/tmp/one' });

  expect(folders).toEqual({
    ...{ own: '/tmp/one', note: '/tmp/one', serverData: '/tmp/one/server', earlierServerData: null },
  });
});

test('takes the data folder of the environment', () => {
  const computer = { ...linux, env: { LODESTOCK_DATA_DIR: '/srv/lodestock' } };

  const folders = findAppFolders({ computer, isPackaged: false, appData: '/home/ada/.config', wanted: '' });

  expect(folders).toMatchObject({
    ...{ own: '/home/ada/.config/lodestock', serverData: '/srv/lodestock', earlierServerData: null },
  });
});

test('moves nothing on macOS, where it was right', () => {
  const computer = { platform: 'darwin', home: '/Users/ada', env: {} };
  const appData = '/Users/ada/Library/Application Support';

  const folders = findAppFolders({ computer, isPackaged: false, appData, wanted: '' });

  expect(folders.earlierServerData).toBeNull();
});

async function createRoaming() {
  const folder = await createScratch();
  const [note, own] = [path.join(folder, 'roaming/Lodestock'), path.join(folder, 'local/Lodestock/app')];
  mkdirSync(path.join(note, 'server'), { recursive: true });
  writeFileSync(path.join(note, 'settings.json'), 'chosen');
  writeFileSync(path.join(note, 'server/port.json'), '{"port":1}');
  return { note, own };
}

test('brings the app’s folder from the roaming one', async () => {
  const { note, own } = await createRoaming();

  moveFromRoaming({ note, own });

  expect(readFileSync(path.join(own, 'settings.json'), 'utf8')).toBe('chosen');
  expect(existsSync(note)).toBe(false);
});

test('replaces no folder that is in use already', async () => {
  const { note, own } = await createRoaming();
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, 'settings.json'), 'newer');

  moveFromRoaming({ note, own });

  expect(readFileSync(path.join(own, 'settings.json'), 'utf8')).toBe('newer');
  expect(existsSync(note)).toBe(true);
});

test('remembers the port of its server', async () => {
  const { note } = await createRoaming();
  const file = path.join(note, 'server-port.json');

  keepServerPort(path.join(note, 'server/port.json'), file);
  writeFileSync(path.join(note, 'server/port.json'), '{"port":2}');
  keepServerPort(path.join(note, 'server/port.json'), file);

  expect(readFileSync(file, 'utf8')).toBe('{"port":1}');
});
