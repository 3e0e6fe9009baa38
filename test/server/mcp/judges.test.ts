import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const library = makeLibraryFolder(simpleModel('Oak chair'));
const scratch = mkdtempSync(path.join(tmpdir(), 'lodestock-judges-'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ libraryDir: library.folder });
});
afterAll(async () => {
  await server.close();
  library.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs a judge as a process of its own, with a home and a working folder that are thrown away. */
function judge(script: string, args: readonly string[]) {
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: scratch,
      env: { ...process.env, HOME: scratch, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
      });
    }
    child.on('exit', (code) => resolve({ code, text }));
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
    path.join(root, 'server/main.ts'),
    '--transport',
    'stdio',
    '--server',
    server.baseUrl,
  ],
});

/** The Inspector takes what follows a command as the command's own, so that its options come first. */
const inspect = (transport: 'http' | 'sse' | 'stdio', options: readonly string[]) =>
  judge('@modelcontextprotocol/inspector/clients/launcher/build/index.js', [
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
