import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { electronPath, launchOptions, whyNoElectron } from '../../e2e/driver.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { callTool } from '../../helpers/mcp-client.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const reason = whyNoElectron;
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-agents-'));
const temporary = path.join(folder, 'tmp');
mkdirSync(temporary);
const library = makeLibraryFolder(simpleModel('Oak chair', { guid: 'chair' }));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});
afterAll(() => {
  library.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** How a program starts the app for an agent, with the settings that a person has made in it. */
function toCommand(settings: object, args: readonly string[]) {
  const userData = mkdtempSync(path.join(folder, 'data-'));
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify({ version: 1, ...settings }));
  const options = launchOptions(userData, { args });
  const env = { ...options.env, TMPDIR: temporary, NODE_OPTIONS: '--no-deprecation' };
  return { command: electronPath, args: options.args, env, userData };
}

async function connect(settings: object) {
  const { userData, ...command } = toCommand(settings, ['--mcp']);
  const transport = new StdioClientTransport({ ...command, stderr: 'ignore' });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  cleanups.push(() => client.close());
  return { client, userData, pid: transport.pid ?? 0 };
}

const Found = z.object({ models: z.array(z.object({ model_id_string: z.string() })) });
const Delivered = z.object({ direct_download_url_string: z.string() });
async function downloadFree(client: Client) {
  const search = async () =>
    Found.parse((await callTool(client, 'search_models', { query_string: 'chair' })).content).models;
  await expect.poll(search).toHaveLength(1); // an agent waits five seconds at most for the first scan
  const wish = { ...(await search())[0], format_string: 'obj', lod_string: '1k' };
  const { content: file } = await callTool(client, 'download_model', wish);
  const url = Delivered.parse(file).direct_download_url_string;
  return { url, status: (await fetch(url)).status };
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(reason !== null)(`the app with --mcp${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test('serves an agent the models of its own server', async () => {
    const { client, userData, pid } = await connect({ ownServer: 'models', modelsFolder: library.folder });

    const { url, status } = await downloadFree(client);
    const files = readdirSync(userData);
    await client.close();

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/data\//);
    expect(status).toBe(200);
    // The folder of the open app is left alone: no lock, no log, nothing of Chromium.
    expect(files.toSorted()).toEqual(['server', 'settings.json']);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('serves nobody before a person has chosen, and removes the folders of agents that have left', async () => {
    // As Chromium leaves it: it may write after the app has ended.
    const left = await run({}, ['--mcp'], '');
    expect([left.code, left.stdout]).toEqual([1, '']);
    expect(left.stderr).toMatch(/Open it once and choose/);
    const [old, used] = [`lodestock-agent-${left.pid}-left`, `lodestock-agent-${process.pid}-used`];
    for (const name of [old, used]) {
      mkdirSync(path.join(temporary, name, 'Crashpad'), { recursive: true });
      writeFileSync(path.join(temporary, name, 'Crashpad/client_id'), '');
    }

    const next = await run({}, ['--mcp'], '');

    const isOfNext = (name: string) => name.startsWith(`lodestock-agent-${next.pid}-`);
    const others = readdirSync(temporary).filter((name) => name.startsWith('lodestock-agent-'));
    expect(others.filter((name) => !isOfNext(name))).toEqual([used]);
  });

  test('serves an agent from the server that the app uses', async () => {
    const server = await startTestServer({ libraryDir: library.folder });
    cleanups.push(() => server.close());
    await registerPerson(server);
    const { client, userData } = await connect({ serverUrl: server.baseUrl });

    const { url } = await downloadFree(client);

    expect(url.startsWith(server.baseUrl)).toBe(true);
    expect(readdirSync(userData)).toEqual(['settings.json']);
  });

  async function run(settings: object, args: readonly string[], input: string) {
    const { command, args: all, env } = toCommand(settings, args);
    const child = spawn(command, all, { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code, stdout, stderr, pid: child.pid ?? 0 };
  }

  test('serves over the pipe of the launcher, to the end', async () => {
    const pipe = path.join(folder, 'agent.sock');
    const launcher = createServer().listen(pipe);
    cleanups.push(() => launcher.close());
    const connected = once(launcher, 'connection');
    const running = run(
      { ownServer: 'models', modelsFolder: library.folder },
      ['--mcp', `--mcp-pipe=${pipe}`],
      '',
    );
    const [socket] = await connected;
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const request = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tëst', version: '1' } },
    };

    // Cut within a letter of two bytes.
    const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
    const cut = bytes.indexOf(0xc3) + 1;
    socket.write(bytes.subarray(0, cut));
    socket.write(bytes.subarray(cut));
    const { value } = await lines.next();
    socket.write('\u0004');
    const { code, stdout } = await running;

    expect(JSON.parse(value ?? '')).toMatchObject({ id: 1, result: { serverInfo: { title: 'Lodestock' } } });
    expect([code, stdout]).toEqual([0, '']);
  });

  test('takes a key from stdin, and refuses what is none', async () => {
    const { code, stdout, stderr } = await run({ ownServer: 'demo' }, ['--mcp-login'], 'no key\n');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/That is not an API key/);
  });
});
