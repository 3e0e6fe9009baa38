import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { callTool, makeStdioTransport } from '../../helpers/mcp-client.ts';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function makeHome() {
  const library = makeLibraryFolder(simpleModel('Oak chair'));
  const dataDir = makeFolder();
  cleanups.push(library.remove, () => rmSync(dataDir, { recursive: true, force: true }));
  return { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library.folder };
}

async function connect(env: Readonly<Record<string, string>>) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(makeStdioTransport([], env));
  cleanups.push(() => client.close());
  return client;
}

const Found = z.object({ models: z.array(z.object({ model_id_string: z.string() })).length(1) });
const Delivered = z.object({ direct_download_url_string: z.string() });

async function downloadFree(client: Client) {
  const { content } = await callTool(client, 'search_models', { query_string: 'chair' });
  const { content: file } = await callTool(client, 'download_model', {
    ...Found.parse(content).models[0],
    format_string: 'obj',
    lod_string: '1k',
  });
  const url = Delivered.parse(file).direct_download_url_string;
  return { url, status: (await fetch(url)).status };
}

test('works alone on a local data folder', async () => {
  const client = await connect(makeHome());

  const { url, status } = await downloadFree(client);

  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/data\//);
  expect(status).toBe(200);
});

test('points to the server that already runs', async () => {
  const env = makeHome();
  const server = await startServerChild('dist/server/main.js', { env: { ...env, LODESTOCK_PORT: '0' } });
  cleanups.push(server.stop);
  await waitUntilReady(server.baseUrl);
  const client = await connect(env);

  const { url, status } = await downloadFree(client);

  expect(url.startsWith(server.baseUrl)).toBe(true);
  expect(status).toBe(200);
});

test('is not misled by a killed server', async () => {
  const env = makeHome();
  const server = await startServerChild('dist/server/main.js', { env: { ...env, LODESTOCK_PORT: '0' } });
  await waitUntilReady(server.baseUrl);
  const gone = once(server.child, 'exit');
  server.child.kill('SIGKILL');
  await gone;
  const client = await connect(env);

  const { url, status } = await downloadFree(client);

  expect(url.startsWith(server.baseUrl)).toBe(false);
  expect(status).toBe(200);
});

const run = (args: readonly string[]) =>
  spawnSync(process.execPath, ['dist/server/main.js', '--transport', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...makeHome() },
  });

test.each([
  ['another transport', ['carrier-pigeon'], 'the transport is stdio'],
  ['an invalid address', ['stdio', '--server', 'models'], 'the server is an address like'],
  [
    'a server that is not there',
    ['stdio', '--server', 'http://127.0.0.1:1'],
    'does not answer as an MCP server',
  ],
])('refuses %s in one sentence', (_what, args, sentence) => {
  const { status, stderr, stdout } = run(args);

  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
  expect(stdout).toBe('');
});
