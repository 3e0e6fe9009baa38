import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import {
  createBundledServer,
  PortFile,
  type RestartPolicy,
} from '../../../src-main/server-connection/bundled.ts';
import type { ServerChild } from '../../../src-main/server-connection/server-child.ts';
import type { ServerStatus } from '../../../src-main/server-connection/state.ts';
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
  console.log(JSON.stringify({ event: 'listening', localUrl: 'http://127.0.0.1:' + server.address().port })));
process.on('SIGTERM', () => { console.log('{"event":"stopped"}'); process.exit(0); });
`;
export const stubborn = `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000);`;
export const quick: RestartPolicy = {
  ...{
    firstDelay: 5,
    longestDelay: 20,
    maxRestarts: 5,
    window: 3_600_000,
    readinessInterval: 10,
    stopTimeout: 5000,
    killTimeout: 5000,
  },
};

/** A child of Node in the place of Electron's: SIGTERM stands for the message, as it has no other. */
export const toServerChild = (child: ChildProcess): ServerChild => ({
  pid: child.pid,
  stdout: child.stdout,
  stderr: child.stderr,
  requestStop: () => void child.kill('SIGTERM'),
  kill: () => child.kill('SIGTERM'),
  onExit: (listener) => void child.once('exit', listener),
  onFatalError: () => undefined,
});

type TestOptions = { readonly code?: string; readonly port?: number; readonly policy?: RestartPolicy };

export async function createServerUnderTest({ code = script, port, policy = quick }: TestOptions = {}) {
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
      return toServerChild(spawn(process.execPath, ['-e', code, '--', String(chosen)]));
    },
    listeningAddress: () => '127.0.0.1',
    http: createHttp('test'),
    portFile: createJsonFile({ file, schema: PortFile, log }),
    onLine: (line) => lines.push(line),
    onStatus: (status) => statuses.push(status),
    ...{ log, policy, logFile: '/logs/server.log' },
  });
  onTestFinished(() => server.stop());
  const last = () => statuses.at(-1);
  const become = (status: ServerStatus['status']) =>
    expect.poll(() => last()?.status, { interval: 5 }).toBe(status);
  return { server, statuses, lines, ports, file, last, become };
}
