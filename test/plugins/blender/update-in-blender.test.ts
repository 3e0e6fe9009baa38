import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nobody, startDesktopAssets } from '../desktop-assets.ts';
import { hasBlender } from './blender-program.ts';
import { makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';
import { addonFolder } from './run-python.ts';

const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';

test.skipIf(!hasBlender)(`updates itself from the app while the server is away${reason}`, async () => {
  const { folder: home, remove } = makeFolder();
  onTestFinished(remove);
  const addon = path.join(home, 'lodestock');
  const manifest = path.join(addon, 'blender_manifest.toml');
  cpSync(addonFolder, addon, { recursive: true });
  const current = readFileSync(manifest, 'utf8');
  const version = /^version = "([^"]+)"/m.exec(current)?.[1];
  writeFileSync(manifest, current.replace(/^version = ".*"/m, 'version = "0.0.9"'));
  await startDesktopAssets(path.join(home, '.config/Lodestock/dcc.json'));

  const found = await runBlender({
    wish: { do: 'update', server: nobody, folder: '' },
    onLine: () => {},
    home,
    addon,
  });

  expect(found).toMatchObject({
    shown: `Update to ${version} (from the desktop app)`,
    error: '',
    status: `Version ${version} is installed. Restart Blender to use it. It came from the desktop app, because the server is unreachable.`,
    left: false,
  });
  expect(readFileSync(manifest, 'utf8')).toBe(current);
  expect(readFileSync(path.join(`${addon}.previous`, 'blender_manifest.toml'), 'utf8')).toContain('"0.0.9"');
});
