import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instanceHeader } from '../../server/base/http/status.ts';
import { findRunningServer } from '../../server/running-server.ts';
import { outlive } from '../helpers/after-use.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { makeFolder } from '../helpers/make-folder.ts';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { until } from '../helpers/test-site.ts';
import {
  readDeployedProxy,
  readDocumentedShell,
  startHaproxy,
  startNginxWith,
  type WebServer,
  whyNo,
} from '../helpers/web-server.ts';

/** Servers on one data folder and one library, as docs/scaling.md describes them. */
const dataDir = makeFolder();
const library = makeLibraryFolder(simpleModel('chair', { guid: 'chair', priceUsd: 1 }));
const drainSeconds = Number(/LODESTOCK_DRAIN_SECONDS=(\d+)/.exec(readDocumentedShell('scaling.md'))?.[1]);

type Process = ServerChild & { readonly port: number; readonly events: () => readonly string[] };
let processes: readonly Process[] = [];

async function startOne(port: number): Promise<Process> {
  const lines: string[] = [];
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: String(port),
    LODESTOCK_TRUST_PROXY: 'true',
    LODESTOCK_DRAIN_SECONDS: String(drainSeconds),
  };
  const onLine = (line: string) => void lines.push(line);
  const child = await outlive('file', () => startServerChild('dist/server/main.js', { env, onLine }));
  const events = () => lines.filter((line) => /"event":"(folder-work|set-up)"/.test(line));
  return { ...child, port, events };
}
const kill = async ({ child }: Process) => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};
const titles = async ({ baseUrl }: Process) => {
  const { results } = await (await fetch(`${baseUrl}/api-embeddings/browse`)).json();
  return results.map(({ title }: { title: string }) => title).sort();
};
const hasWork = (one: Process) => one.events().some((line) => line.includes('"isOurs":true'));
const isWaiting = (one: Process) => one.events().some((line) => line.includes('"isOurs":false'));

beforeAll(async () => {
  const ports = [await findQuietPort(), await findQuietPort()];
  processes = await Promise.all(ports.map(startOne));
  await Promise.all(processes.map(({ baseUrl }) => waitUntilReady(baseUrl)));
});
afterAll(() => Promise.all(processes.map(kill)));

test('starts two at once on an empty data folder', async () => {
  const codes = processes.map((one) => /"setupCode":"([^"]+)"/.exec(one.events().join())?.[1]);

  expect(codes[0]).toMatch(/^[A-Z0-9-]{14}$/);
  expect(codes[1]).toBe(codes[0]);
  expect(processes.filter(isWaiting)).toHaveLength(1);
  for (const one of processes) await until(async () => (await titles(one)).length === 1);
});

test('reads the library in the other when one is killed', async () => {
  const reader = processes.find((one) => !isWaiting(one));
  const other = processes.find(isWaiting);
  if (reader === undefined || other === undefined) throw new Error('both or none read the library');

  await kill(reader);
  await until(() => hasWork(other));
  library.write(simpleModel('lamp', { guid: 'lamp' }));
  await until(async () => (await titles(other)).length === 2);

  expect(await findRunningServer(dataDir)).toBe(other.baseUrl);
  processes = [other, await startOne(reader.port)];
});

test('refuses a server with other models beside them', async () => {
  const [one] = processes;
  const others = makeLibraryFolder(simpleModel('boat'));
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../dist/server/main.js')], {
    env: {
      ...process.env,
      LODESTOCK_DATA_DIR: dataDir,
      LODESTOCK_LIBRARY_DIR: others.folder,
      LODESTOCK_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });

  const [code] = await once(child, 'close');

  others.remove();
  expect(code).toBe(78);
  expect(said).toMatch(
    `A server with the models of ${library.folder} already runs on the data folder ${dataDir}, at http`,
  );
  expect(one && (await titles(one))).toHaveLength(2);
});

type Balancer = { readonly name: 'haproxy' | 'nginx'; readonly start: (port: number) => Promise<WebServer> };

/** A configuration of deploy/proxies, with the ports of this test. */
const withPorts = (text: string) =>
  text
    .replaceAll('127.0.0.1:8801', `127.0.0.1:${processes[0]?.port}`)
    .replaceAll('127.0.0.1:8802', `127.0.0.1:${processes[1]?.port}`);
const balancers: readonly Balancer[] = [
  {
    name: 'haproxy',
    start: (port) =>
      startHaproxy(
        port,
        withPorts(readDeployedProxy('haproxy.cfg')).replace('bind :80', `bind 127.0.0.1:${port}`),
      ),
  },
  {
    name: 'nginx',
    start: (port) =>
      startNginxWith(
        port,
        withPorts(readDeployedProxy('nginx-processes.conf')).replace('listen 80', `listen 127.0.0.1:${port}`),
      ),
  },
];

/** Asks without a pause, over connections that are kept, as several callers; counts what became of it. */
function startCallers(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const seen = { answered: 0, failed: [] as string[] };
  let isOver = false;
  const ask = (caller: number) =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer caller-${caller}` };
      const fail = (reason: string) => {
        seen.failed.push(reason);
        resolve();
      };
      send({ port, host: '127.0.0.1', path: '/api-embeddings/browse', agent, headers }, (response) => {
        response.resume();
        response.once('error', (error) => fail(error.message));
        response.once('end', () => {
          if (response.statusCode !== 200) return fail(String(response.statusCode));
          seen.answered += 1;
          resolve();
        });
      })
        .once('error', (error) => fail(error.message))
        .end();
    });
  const run = async (caller: number) => {
    while (!isOver) {
      await ask(caller);
      await delay(20);
    }
  };
  const running = Array.from({ length: 8 }, (_, caller) => run(caller));
  return {
    seen,
    async end() {
      isOver = true;
      await Promise.all(running);
      agent.destroy();
    },
  };
}

/** Ends a process as an upgrade does, and starts it again once it has ended. */
async function restart(index: number) {
  const before = processes[index];
  if (before === undefined) throw new Error(`there is no process ${index}`);
  await before.stop();
  const after = await startOne(before.port);
  processes = processes.map((one) => (one === before ? after : one));
  await waitUntilReady(after.baseUrl);
}

/** Whether the load balancer sends some caller to this process. */
async function isUsed(port: number, index: number) {
  const own = await fetch(`${processes[index]?.baseUrl}/healthz`);
  for (let caller = 0; caller < 8; caller += 1) {
    const headers = { authorization: `Bearer caller-${caller}` };
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers });
    if (answer.headers.get(instanceHeader) === own.headers.get(instanceHeader)) return true;
  }
  return false;
}

const missing = balancers.flatMap(({ name }) => whyNo(name) ?? []).join(', ');
const note = missing === '' ? '' : ` (${missing})`;

/** The same caller, with what a load balancer might take for another one. */
const disguises: readonly (readonly string[])[] = [
  ['authorization', 'Bearer one'],
  ['authorization', 'bearer one'],
  ['authorization', 'BEARER one'],
  ...Array.from({ length: 6 }, (_, index) => [
    'authorization',
    'Bearer one',
    'authorization',
    `Bearer ${index}`,
  ]),
  ...Array.from({ length: 6 }, (_, index) => [
    'authorization',
    'Bearer one',
    'cookie',
    `__Host-lodestock=${index}`,
  ]),
  ...Array.from({ length: 6 }, (_, index) => [
    'authorization',
    'Bearer one',
    'x-forwarded-for',
    `203.0.113.${index}`,
  ]),
];
/** The process that answers; null where the load balancer itself refuses. */
const askInstance = (port: number, headers: readonly string[]) =>
  new Promise<string | null>((resolve, reject) => {
    const wish = {
      port,
      host: '127.0.0.1',
      path: '/healthz',
      headers: ['host', `127.0.0.1:${port}`, ...headers],
    };
    send(wish, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? String(response.headers[instanceHeader]) : null);
    })
      .once('error', reject)
      .end();
  });

test.skipIf(missing !== '')(`keeps a caller in one place whatever else is sent${note}`, async () => {
  for (const { start } of balancers) {
    const port = await findQuietPort();
    const balancer = await start(port);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200);

    // On a busy machine a process may count as gone for a moment.
    await until(async () => {
      const found = await Promise.all(disguises.map((headers) => askInstance(port, headers)));
      return new Set(found.filter((one) => one !== null)).size === 1;
    });
    await balancer.stop();
  }
});

test.skipIf(missing !== '')(`fails no request over a rolling restart${note}`, async () => {
  const balanced = [];
  for (const { start } of balancers) {
    const port = await findQuietPort();
    const balancer = await start(port);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200);
    balanced.push({ port, balancer, callers: startCallers(port) });
  }

  for (const index of [0, 1]) {
    await restart(index);
    for (const { port } of balanced) await until(() => isUsed(port, index));
  }
  for (const { callers, balancer } of balanced) {
    await callers.end();
    await balancer.stop();
  }

  const failed = balanced.map(({ callers }) => callers.seen.failed);
  expect(failed).toEqual([[], []]);
  for (const { callers } of balanced) expect(callers.seen.answered).toBeGreaterThan(100);
});
