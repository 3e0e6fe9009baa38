import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createStartAtLogin } from '../../../src-main/app/start-at-login.ts';
import { createScratch } from '../scratch.ts';

async function create(platform: string, executable = '/opt/Lodestock/lodestock') {
  const autostartFolder = path.join(await createScratch(), 'autostart');
  const setLoginItem = vi.fn();
  const set = createStartAtLogin({ platform, executable, autostartFolder, setLoginItem });
  return { set, setLoginItem, autostartFolder };
}

test('leaves one file where Linux desktops look, and takes it away', async () => {
  const { set, autostartFolder } = await create('linux');

  await set(true);
  await set(true);
  const entry = readFileSync(path.join(autostartFolder, 'lodestock.desktop'), 'utf8');
  const files = readdirSync(autostartFolder);
  await set(false);
  await set(false);

  expect(entry).toMatch(/^\[Desktop Entry\]\nType=Application\n/);
  expect(entry).toContain('\nExec="/opt/Lodestock/lodestock" --hidden\n');
  expect(files).toEqual(['lodestock.desktop']);
  expect(readdirSync(autostartFolder)).toEqual([]);
});

test.each([
  ['/home/ada/My Apps/Lodestock 1.AppImage', '"/home/ada/My Apps/Lodestock 1.AppImage"'],
  ['/opt/100%/$x`"', '"/opt/100%%/\\\\$x\\\\`\\\\""'],
])('writes the path %s as desktops read it', async (executable, word) => {
  const { set, autostartFolder } = await create('linux', executable);

  await set(true);

  const entry = readFileSync(path.join(autostartFolder, 'lodestock.desktop'), 'utf8');
  expect(entry).toContain(`\nExec=${word} --hidden\n`);
});

test.each(['win32', 'darwin'])('asks the system itself on %s', async (platform) => {
  const { set, setLoginItem, autostartFolder } = await create(platform);

  await set(true);
  await set(false);

  const item = { path: '/opt/Lodestock/lodestock', args: ['--hidden'] };
  expect(setLoginItem.mock.calls).toEqual([
    [{ ...item, openAtLogin: true }],
    [{ ...item, openAtLogin: false }],
  ]);
  expect(() => readdirSync(autostartFolder)).toThrow('ENOENT');
});
