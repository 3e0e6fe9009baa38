import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { startServerChild } from '../../helpers/server-child.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const inspector = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const root = path.resolve(import.meta.dirname, '../../..');
const library = makeLibraryFolder(simpleModel('Oak chair'));
const scratch = makeFolder();
const server = await startTestServer({ libraryDir: library.folder });

/** Runs a judge as its own process, with a home and a working folder that are thrown away. */
function judge(script: string, args: readonly string[]) {
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: scratch,
      env: { ...process.env, HOME: scratch, XDG_DATA_HOME: '', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
      });
    }
    child.on('close', (code) => resolve({ code, text }));
  });
}

test('passes the conformance suite of the protocol', async () => {
  const { code, text } = await judge('@modelcontextprotocol/conformance/dist/index.js', [
    'server',
    '--url',
    `${server.baseUrl}/mcp/`,
    '--expected-failures',
    path.join(import.meta.dirname, 'conformance-baseline.yml'),
  ]);

  expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'])
    expect(text).toContain(`✓ ${scenario}: 1 passed`);
  expect(text).toContain('✓ dns-rebinding-protection: 2 passed');
});

const targets = () => ({
  http: [`${server.baseUrl}/mcp/`, '--transport', 'http'],
  sse: [`${server.baseUrl}/mcp/sse`, '--transport', 'sse'],
  stdio: [
    process.execPath,
    path.join(root, 'dist/server/main.js'),
    '--transport',
    'stdio',
    '--server',
    server.baseUrl,
  ],
});

/** The Inspector takes what follows a command as the command's own, so that its options come first. */
const inspect = (transport: 'http' | 'sse' | 'stdio', options: readonly string[]) =>
  judge(inspector, [
    '--cli',
    ...(transport === 'stdio'
      ? [...options, '--', ...targets().stdio]
      : [...targets()[transport], ...options]),
  ]);

test.each(['http', 'sse', 'stdio'] as const)('the Inspector lists and calls over %s', async (transport) => {
  const listed = await inspect(transport, ['--method', 'tools/list']);
  const called = await inspect(transport, [
    '--method',
    'tools/call',
    '--tool-name',
    'search_models',
    '--tool-arg',
    'query_string=oak',
  ]);

  expect(listed.text).toContain('"download_model"');
  expect(called.text).toContain('Oak chair');
  expect([listed.code, called.code]).toEqual([0, 0]);
});

const post = async (url: string, body: object, token?: string) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return response.json();
};

/** The blocks of docs/agents.md, with a server's address and this project's folder in place of the examples. */
function readConfigurations(baseUrl: string, key: string) {
  const page = readFileSync(path.join(root, 'docs/agents.md'), 'utf8');
  return [...page.matchAll(/```json\n(\{\s*"mcpServers"[\s\S]*?)```/g)].map(([, json = '']) =>
    json
      .replace('http://127.0.0.1:8787', baseUrl)
      .replace('lsk_your-key', key)
      .replace('/path/to/lodestock', root)
      .replace('"command": "node"', `"command": ${JSON.stringify(process.execPath)}`),
  );
}

test('documented configurations start every transport', async () => {
  const env = {
    LODESTOCK_DATA_DIR: path.join(scratch, '.local/share/lodestock'), // where one looks that is told nothing
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
  };
  const child = await startServerChild('dist/server/main.js', { env });
  const { token } = await post(`${child.baseUrl}/api/auth/register`, {
    ...{ email: 'ada@example.org', password: 'correct horse', name: 'Ada' },
  });
  const { apiKey } = await post(`${child.baseUrl}/api/account/api-keys`, { name: 'agent' }, token);
  const configurations = readConfigurations(child.baseUrl, apiKey);

  const answers: { code: number | null; text: string }[] = [];
  for (const [index, json] of configurations.entries()) {
    const file = path.join(scratch, `mcp-${index}.json`);
    writeFileSync(file, json);
    const options = ['--config', file, '--server', 'lodestock', '--method', 'tools/list'];
    answers.push(await judge(inspector, ['--cli', ...options]));
  }
  await child.stop();

  expect(configurations).toHaveLength(3);
  for (const { code, text } of answers) {
    expect(text).toContain('"download_model"');
    expect(code).toBe(0);
  }
});
