import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from './find-chromium.ts';

test('prefers the browser that the environment names', () => {
  const found = findChromium({ PATH: '/usr/bin', ELECTRON_HOST_CHROMIUM: '/opt/chromium' });

  expect(found).toBe('/opt/chromium');
});

test('finds a browser in any folder of the path', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'find-chromium-'));
  const program = path.join(folder, 'google-chrome');
  writeFileSync(program, '');
  chmodSync(program, 0o755);

  const found = findChromium({ PATH: `/nowhere${path.delimiter}${folder}` });
  rmSync(folder, { recursive: true });

  expect(found).toBe(program);
});

test('passes over a file that cannot be run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'find-chromium-'));
  writeFileSync(path.join(folder, 'chromium'), '', { mode: 0o644 });

  const found = findChromium({ PATH: folder });
  rmSync(folder, { recursive: true });

  expect(found).toBeNull();
});
