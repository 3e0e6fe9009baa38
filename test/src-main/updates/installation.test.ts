import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findInstallation, hasOwnFeed } from '../../../src-main/updates/installation.ts';
import { createScratch } from '../scratch.ts';

async function find(
  platform: NodeJS.Platform,
  files: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly executable?: string;
    readonly isPackaged?: boolean;
  } = {},
) {
  const resourcesFolder = await createScratch();
  for (const name of files)
    await writeFile(path.join(resourcesFolder, name), 'updaterCacheDirName: lodestock-updater\n');
  const { env = {}, executable = '/opt/lodestock', isPackaged = true } = options;
  return findInstallation({ platform, env, executable, isPackaged, resourcesFolder });
}
const feed = 'app-update.yml';
const windows = { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };

test('tells who may replace the app', async () => {
  const own = 'C:\\Users\\ada\\AppData\\Local\\Programs\\Lodestock\\Lodestock.exe';
  const shared = 'c:\\program files\\Lodestock\\Lodestock.exe';

  expect(await find('linux', [feed], { isPackaged: false })).toEqual({ kind: 'clone' });
  expect(await find('linux', [])).toEqual({ kind: 'folder' });
  expect(await find('linux', [feed])).toEqual({ kind: 'folder' });
  expect(await find('linux', [feed, 'package-type'])).toEqual({ kind: 'shared' });
  expect(await find('linux', [feed], { env: { APPIMAGE: '/home/ada/Lodestock.AppImage' } })).toEqual({
    kind: 'app-image',
    file: '/home/ada/Lodestock.AppImage',
  });
  expect(await find('darwin', [feed])).toEqual({ kind: 'mac' });
  expect(await find('win32', [feed], { env: windows, executable: shared })).toEqual({ kind: 'shared' });
  expect(await find('win32', [feed], { env: windows, executable: own })).toEqual({
    kind: 'installer',
    stored: 'C:\\Users\\ada\\AppData\\Local\\lodestock-updater\\installer.exe',
  });
});

test('takes the address that stands in for none', async () => {
  const folder = await createScratch();
  const feed = path.join(folder, 'app-update.yml');
  const write = (url: string) => writeFile(feed, `provider: generic\nurl: ${url}\n`);

  expect(hasOwnFeed(folder)).toBe(false);
  await write('https://example.org/lodestock/releases');
  expect(hasOwnFeed(folder)).toBe(false);
  await write('https://lodestock.dev/releases');
  expect(hasOwnFeed(folder)).toBe(true);
});
