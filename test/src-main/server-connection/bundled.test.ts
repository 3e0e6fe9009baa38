import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttp } from '../../../src-main/http.ts';
import { createBundledServer, type RestartPolicy } from '../../../src-main/server-connection/bundled.ts';
import { PortFile } from '../../../src-main/server-connection/port-file.ts';
import type { ServerStatus } from '../../../src-main/server-connection/state.ts';
import { createJsonFile } from '../../../src-main/storage/json-file.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

/** A server process in small: it listens, says so, is ready after some questions, and ends on SIGTERM. */
const script = `
const http = require('node:http');
let asked = 0;
const server = http.createServer((request, response) => {
  if (request.url === '/die') process.exit(3);
  asked += 1;
  const isReady = asked > 2;
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isReady ? { ok: true } : { ok: false, code: 'UNAVAILABLE', details: { done: asked, total: 2 } }));
});
server.listen(Number(process.argv[1]), '127.0.0.1', () =>
  console.log(JSON.stringify({ event: 'listening', baseUrl: 'http://127.0.0.1:' + server.address().port })));
process.on('SIGTERM', () => { console.log('{"event":"stopped"}'); process.exit(0); });
`;
const stubborn = `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000);`;
const quick: RestartPolicy = {
  ...{
    firstDelay: 5,
    longestDelay: 20,
    maxRestarts: 5,
    window: 60_000,
    readinessInterval: 10,
    stopTimeout: 5000,
  },
};

type TestOptions = { readonly code?: string; readonly port?: number; readonly policy?: RestartPolicy };

async function createServerUnderTest({ code = script, port, policy = quick }: TestOptions = {}) {
  const folder = await createScratch();
  const file = path.join(folder, 'port.json');
  if (port) await writeFile(file, JSON.stringify({ version: 1, port }));
  const { log } = createMemoryLog();
  const statuses: ServerStatus[] = [];
  const lines: string[] = [];
  const ports: number[] = [];
  const server = createBundledServer({
    fork(chosen) {
      ports.push(chosen);
      return spawn(process.execPath, ['-e', code, '--', String(chosen)]);
    },
    http: createHttp('test'),
    portFile: createJsonFile({ file, schema: PortFile, log }),
    onLine: (line) => lines.push(line),
    onStatus: (status) => statuses.push(status),
    ...{ log, policy, logFile: '/logs/server.log' },
  });
  onTestFinished(() => server.stop());
  const last = () => statuses.at(-1);
  const become = (status: ServerStatus['status']) =>
    vi.waitFor(() => expect(last()?.status).toBe(status), { timeout: 10_000, interval: 5 });
  return { server, statuses, lines, ports, file, last, become };
}

async function takePort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return { port: address.port, free: () => new Promise((resolve) => server.close(resolve)) };
}

test('starts, indexes with progress and becomes ready', async () => {
  const { server, statuses, become } = await createServerUnderTest();

  server.start();
  await become('ready');

  expect(statuses.map(({ status }) => status)).toEqual([
    'starting',
    'indexing',
    'indexing',
    'indexing',
    'ready',
  ]);
  expect(statuses[2]?.progress).toEqual({ done: 1, total: 2 });
  expect(statuses.at(-1)?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('comes back at the same address after a restart', async () => {
  const { server, last, become } = await createServerUnderTest();
  server.start();
  await become('ready');
  const { url } = last() ?? {};

  await server.restart();
  await become('ready');

  expect(last()?.url).toBe(url);
  expect(await server.expectedUrl()).toBe(url);
});

test('takes another port when its own is taken', async () => {
  const { port } = await takePort();
  const { server, ports, become, file } = await createServerUnderTest({ port });

  server.start();
  await become('ready');

  expect(ports).toEqual([0]);
  expect(JSON.parse(await readFile(file, 'utf8')).port).not.toBe(port);
});

test('uses the remembered port when it is free', async () => {
  const { port, free } = await takePort();
  await free();
  const { server, last, become } = await createServerUnderTest({ port });

  server.start();
  await become('ready');

  expect(last()?.url).toBe(`http://127.0.0.1:${port}`);
});

test('starts a server again that died', async () => {
  const { server, statuses, last, become, ports } = await createServerUnderTest();
  server.start();
  await become('ready');
  const before = statuses.length;

  await fetch(`${last()?.url}/die`).catch(() => undefined);

  await vi.waitFor(
    () => expect(statuses.slice(before).map(({ status }) => status)).toContain('ready'),
    10_000,
  );
  expect(statuses[before]).toMatchObject({
    status: 'starting',
    message: expect.stringContaining('started again'),
  });
  expect(ports.length).toBe(2);
});

test('gives up on a server that keeps dying', async () => {
  const { server, ports, last, become } = await createServerUnderTest({ code: 'process.exit(1)' });

  server.start();
  await become('failed');

  expect(ports.length).toBe(6);
  expect(last()?.message).toMatch(/stopped 6 times.*Restart server.*\/logs\/server\.log/);
});

test('can be started again after it gave up', async () => {
  const { server, ports, become } = await createServerUnderTest({ code: 'process.exit(1)' });
  server.start();
  await become('failed');

  await server.restart();
  await become('failed');

  expect(ports.length).toBe(12);
});

test('asks the process to end and waits for it', async () => {
  const { server, lines, become } = await createServerUnderTest();
  server.start();
  await become('ready');

  await server.stop();

  expect(lines.at(-1)).toBe('{"event":"stopped"}');
});

test('ends a process that does not listen', async () => {
  const { server, lines, ports } = await createServerUnderTest({
    code: stubborn,
    policy: { ...quick, stopTimeout: 50 },
  });
  server.start();
  await vi.waitFor(() => expect(lines).toEqual(['up']), 10_000);

  await server.stop();

  expect(ports.length).toBe(1);
});

test('believes no address but loopback', async () => {
  const { server, lines, statuses } = await createServerUnderTest({
    code: `console.log('{"event":"listening","baseUrl":"http://evil.example"}'); setInterval(() => {}, 1000);`,
  });

  server.start();
  await vi.waitFor(() => expect(lines.length).toBe(1), 10_000);

  expect(statuses.map(({ status }) => status)).toEqual(['starting']);
});
