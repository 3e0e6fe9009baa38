import { expect, test } from 'vitest';
import { findDataFolder } from '../../../server/contract/data-folder.ts';

const windows = { platform: 'win32', home: 'C:\\Users\\ada' };
const linux = { platform: 'linux', home: '/home/ada' };

test.each([
  [
    { ...windows, env: { APPDATA: '\\\\filer\\ada\\AppData' } },
    'C:\\Users\\ada\\AppData\\Local\\Lodestock\\server',
  ],
  [{ ...windows, env: { LOCALAPPDATA: 'D:\\Local' } }, 'D:\\Local\\Lodestock\\server'],
  [
    { platform: 'darwin', home: '/Users/ada', env: {} },
    '/Users/ada/Library/Application Support/Lodestock/server',
  ],
  [{ ...linux, env: {} }, '/home/ada/.local/share/lodestock'],
  [{ ...linux, env: { XDG_DATA_HOME: '/srv/data' } }, '/srv/data/lodestock'],
])('keeps the data of %o in its own place', (computer, folder) => {
  expect(findDataFolder(computer)).toBe(folder);
});
