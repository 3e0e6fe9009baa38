import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNet } from './net.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'net-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['scene.glb', 'model/gltf-binary'],
  ['preview.WEBP', 'image/webp'],
  ['font.woff2', 'font/woff2'],
  ['decoder.wasm', 'application/wasm'],
  ['unknown.zzz', 'application/octet-stream'],
])('fetches %s as %s', async (name, mediaType) => {
  const file = path.join(folder, name);
  writeFileSync(file, 'content');

  const response = await createNet().fetch(pathToFileURL(file).href);

  expect(response.headers.get('content-type')).toBe(mediaType);
  expect(await response.text()).toBe('content');
});

test('rejects for a file that is not there', async () => {
  const missing = createNet().fetch(pathToFileURL(path.join(folder, 'missing.html')).href);

  await expect(missing).rejects.toThrow('net::ERR_FILE_NOT_FOUND');
});
