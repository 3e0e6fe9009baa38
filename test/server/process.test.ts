import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeLibraryFolder, objText, simpleModel } from '../helpers/library-folder.ts';
import { makeFolder } from '../helpers/make-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function makeDataDir() {
  const folder = makeFolder();
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(libraryDir: string, dataDir = makeDataDir()) {
  const env = { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: libraryDir, LODESTOCK_PORT: '0' };
  const server = await startServerChild('dist/server/main.js', { env });
  cleanups.push(server.stop);
  await waitUntilReady(server.baseUrl);
  return { ...server, dataDir };
}

const post = async (address: string, body: unknown, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
};
const person = { email: 'a@example.org', password: 'long enough', name: 'A' };

function makeLibrary(files: Record<string, string | Uint8Array>) {
  const library = makeLibraryFolder(files);
  cleanups.push(() => library.remove());
  return library.folder;
}

test('names every wrong setting and starts nothing', () => {
  const env = {
    ...process.env,
    LODESTOCK_PORT: '99999',
    LODESTOCK_REGISTRATION: 'maybe',
    LODESTOCK_DATA_DIR: makeDataDir(),
  };

  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stderr).toMatch(/LODESTOCK_PORT: .*\n.*LODESTOCK_REGISTRATION: /);
});

test('keeps accounts, unlocks and guids over a restart', async () => {
  const library = makeLibrary(simpleModel('table', { priceUsd: 2 }));
  const first = await start(library);
  const { token } = await post(`${first.baseUrl}/api/auth/register`, person);
  const { results } = await (await fetch(`${first.baseUrl}/api-embeddings/browse`)).json();
  const wish = { guid: results[0].guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
  await post(`${first.baseUrl}/api/download/direct`, wish, token);
  await first.stop();

  const second = await start(library, first.dataDir);
  const again = await post(`${second.baseUrl}/api/download/direct`, wish, token);

  expect(again).toMatchObject({ ok: true, chargedUsd: 0, balanceRemainingUsd: 98 });
});

test('finishes what runs and exits with 0 on SIGTERM', async () => {
  const library = makeLibrary({ ...simpleModel('table'), 'big/1k/big.obj': objText(400_000, 'big') });
  const server = await start(library);
  const { token } = await post(`${server.baseUrl}/api/auth/register`, person);
  const { results } = await (await fetch(`${server.baseUrl}/api-embeddings/browse?q=big`)).json();
  const answer = await post(`${server.baseUrl}/api/download/direct`, { guid: results[0].guid }, token);
  const response = await fetch(answer.downloadUrl);
  const exited = once(server.child, 'exit');

  server.child.kill('SIGTERM');
  const bytes = (await response.arrayBuffer()).byteLength;

  expect(bytes).toBe(answer.sizeBytes);
  expect(await exited).toEqual([0, null]);
});

test('keeps its key readable by its owner alone', async () => {
  const { dataDir } = await start(makeLibrary(simpleModel('table')));

  expect(statSync(path.join(dataDir, 'server.key')).mode & 0o777).toBe(0o600);
});

test('makes and serves the demo library where none is given', async () => {
  const dataDir = makeDataDir();
  const told: string[] = [];
  const server = await startServerChild('dist/server/main.js', {
    env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_PORT: '0' },
    onLine: (line) => told.push(JSON.parse(line).event),
  });
  cleanups.push(server.stop);

  await waitForModels(server.baseUrl);

  await expect.poll(() => told).toContain('scanned');
  expect(told.indexOf('listening')).toBeLessThan(told.indexOf('scanned'));
});

/** The first model of the demo library is searchable long before the last is made. */
async function waitForModels(baseUrl: string) {
  for (;;) {
    const { total } = await (await fetch(`${baseUrl}/api-embeddings/browse`)).json();
    if (total > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
