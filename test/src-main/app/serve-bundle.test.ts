import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBundleHandler } from '../../../src-main/app/serve-bundle.ts';
import { createScratch } from '../scratch.ts';

async function createBundle() {
  const folder = await createScratch();
  await mkdir(path.join(folder, 'renderer/ui'), { recursive: true });
  await mkdir(path.join(folder, 'renderer-secret'));
  await writeFile(path.join(folder, 'renderer/index.html'), '<!doctype html>');
  await writeFile(path.join(folder, 'renderer/ui/app.js'), '1');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await writeFile(path.join(folder, 'renderer-secret/secret.txt'), 'secret');
  const handle = createBundleHandler(path.join(folder, 'renderer'), 'bundle', () => null);
  return (url: string, method = 'GET') => handle(new Request(url, { method }));
}

test.each([
  ['app://bundle/index.html', 'text/html; charset=utf-8'],
  ['app://bundle/ui/app.js', 'text/javascript; charset=utf-8'],
  ['app://bundle/ui/app.js?v=2#top', 'text/javascript; charset=utf-8'],
])('serves %s as %s', async (url, type) => {
  const get = await createBundle();

  const response = await get(url);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
});

test.each([
  'app://bundle/../secret.txt',
  'app://bundle/%2e%2e/secret.txt',
  'app://bundle/..%2fsecret.txt',
  'app://bundle/ui/..%2f..%2fsecret.txt',
  'app://bundle/..%2frenderer-secret/secret.txt',
  'app://bundle/..%5csecret.txt',
  'app://bundle/%00',
  'app://bundle/%zz',
  'app://bundle/',
  'app://bundle/ui',
  'app://bundle/missing.js',
  'app://other/index.html',
])('answers 404 to %s', async (url) => {
  const get = await createBundle();

  const response = await get(url);

  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret');
});

test('answers nothing but GET', async () => {
  const get = await createBundle();

  expect((await get('app://bundle/index.html', 'POST')).status).toBe(404);
});

test('forbids code that is not ours', async () => {
  const get = await createBundle();

  const { headers } = await get('app://bundle/index.html');

  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).not.toContain("'unsafe-");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
