import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const config = parse(read('electron-builder.yml'));

// Mistakes that show only where the package is installed.

test('makes each kind of package, with those that updates need', () => {
  expect(config.mac.target).toEqual(['dmg', 'zip']);
  expect(config.win.target).toEqual(['nsis', 'msi']);
  expect(config.linux.target).toEqual(['AppImage', 'deb', 'rpm', 'tar.gz']);
});

test('makes a feed for people who try betas of every release', () => {
  expect(config.generateUpdatesFilesForAllChannels).toBe(true);
});

test('makes an AppImage that needs no FUSE 2 and keeps its sandbox', () => {
  expect(config.toolsets.appimage).not.toMatch(/^0\./);
});

test('says why macOS asks for the local network and documents', () => {
  const { NSLocalNetworkUsageDescription, NSDocumentsFolderUsageDescription, NSBonjourServices } =
    config.mac.extendInfo;

  expect(NSLocalNetworkUsageDescription).toMatch(/^Lodestock .+\.$/);
  expect(NSDocumentsFolderUsageDescription).toMatch(/^Lodestock .+\.$/);
  expect(NSBonjourServices).toEqual(['_lodestock._tcp']);
});

test('takes natives of the target alone, on every system', () => {
  for (const system of ['linux', 'win', 'mac']) {
    const files: readonly string[] = config[system].files;
    // The name of the building machine's system would stand in for it.
    expect(files.join()).not.toContain(`\${platform}`);
    expect(files.filter((glob) => glob.includes('prebuilds'))).toHaveLength(3);
  }
});

test('has the name and the icon of the app', () => {
  const { productName } = JSON.parse(read('package.json'));

  expect(productName).toBe('Lodestock');
  expect(config.icon).toBe('dist/package/icon.png');
  expect(read('.ci/package/prepare-package.ts')).toContain("'icon.png'");
});
