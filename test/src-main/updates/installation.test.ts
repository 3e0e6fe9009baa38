import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findInstallation, readOwnFeed } from '../../../src-main/updates/installation.ts';
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
  expect(await find('linux', [feed, 'package-type'])).toEqual({ kind: 'shared', obstacle: 'shared' });
  const file = path.join(await createScratch(), 'Lodestock.AppImage');
  expect(await find('linux', [feed], { env: { APPIMAGE: file } })).toEqual({ kind: 'app-image', file });
  expect(await find('darwin', [feed])).toEqual({ kind: 'mac' });
  expect(await find('win32', [feed], { env: windows, executable: shared })).toEqual({
    ...{ kind: 'shared', obstacle: 'shared' },
  });
  expect(await find('win32', [feed], { env: windows, executable: own })).toEqual({
    kind: 'installer',
    stored: 'C:\\Users\\ada\\AppData\\Local\\lodestock-updater\\installer.exe',
  });
});

test('takes the address that stands in for none', async () => {
  const folder = await createScratch();
  const feed = path.join(folder, 'app-update.yml');
  const write = (url: string) => writeFile(feed, `provider: generic\nurl: ${url}\n`);

  expect(readOwnFeed(folder)).toBe(null);
  await write('https://example.org/lodestock/releases');
  expect(readOwnFeed(folder)).toBe(null);
  await write('https://lodestock.dev/releases');
  expect(readOwnFeed(folder)).toEqual({ url: 'https://lodestock.dev/releases', channel: 'latest' });
  await write('https://lodestock.dev/releases\nchannel: beta');
  expect(readOwnFeed(folder)).toEqual({ url: 'https://lodestock.dev/releases', channel: 'beta' });
});

/** Root may write everywhere. */
const asPerson = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];
const [program = 'cat', ...withArgs] = [...asPerson, 'cat', import.meta.filename];
const canBePerson = spawnSync(program, withArgs).status === 0;

test.skipIf(!canBePerson)('tells of an AppImage in a folder that the person cannot write', async () => {
  const resourcesFolder = await createScratch();
  const folder = path.join(resourcesFolder, 'opt');
  await writeFile(path.join(resourcesFolder, feed), '');
  await mkdir(folder);
  await chmod(resourcesFolder, 0o755);
  await chmod(folder, 0o555);
  const computer = {
    ...{ platform: 'linux', isPackaged: true, executable: '/opt/lodestock', resourcesFolder },
    env: { APPIMAGE: path.join(folder, 'Lodestock.AppImage') },
  };
  const script = `import { findInstallation } from ${JSON.stringify(path.resolve('src-main/updates/installation.ts'))};
    console.log(JSON.stringify(findInstallation(${JSON.stringify(computer)})));`;
  const node = [process.execPath, '--input-type=module', '-e', script];
  const [program = '', ...args] = [...asPerson, ...node];

  const found = execFileSync(program, args, { encoding: 'utf8', cwd: '/' });

  expect(JSON.parse(found)).toEqual({ kind: 'shared', obstacle: 'read-only' });
});
