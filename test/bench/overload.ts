/** What happens to health and to other callers while 2,000 connections of one kind never stop asking. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import type { Flood, FloodCounts } from './flood.ts';
import { makeBenchLibrary } from './library.ts';
import { type FloodKind, prepareFloods } from './overload-kinds.ts';

const connections = Number(process.env.LODESTOCK_BENCH_CONNECTIONS ?? 2_000);
const seconds = Number(process.env.LODESTOCK_BENCH_SECONDS ?? 10);
const only = process.argv.slice(2);
const giveUpMs = 10_000;

type Probe = { readonly ms: number; readonly status: number };

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const show = (ms: number) => (Number.isNaN(ms) ? '–' : ms.toFixed(ms < 10 ? 1 : 0));

/** How long an answer takes, connecting included unless the agent has a connection. */
function probe(
  url: string,
  options: { readonly agent?: Agent; readonly headers?: Record<string, string> } = {},
) {
  const { promise, resolve } = Promise.withResolvers<Probe>();
  const begun = performance.now();
  const end = (status: number) => resolve({ ms: performance.now() - begun, status });
  const { agent = false, headers = {} } = options;
  const asked = request(url, { agent, headers, timeout: giveUpMs }, (answer) => {
    answer.resume().once('end', () => end(answer.statusCode ?? 0));
  });
  asked
    .on('timeout', () => asked.destroy())
    .on('error', () => end(0))
    .end();
  return promise;
}

/** Asks at a steady pace, one after another, until told to stop. */
function watch(ask: () => Promise<Probe>) {
  const seen: Probe[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      seen.push(await ask());
      await delay(25);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return seen;
  };
}

const residentMegabytes = ({ child }: ServerChild) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);

async function stopFlood(flood: ChildProcess): Promise<FloodCounts> {
  const answer = once(flood, 'message');
  flood.send('end');
  const [counts] = await answer;
  return counts;
}

const p95 = (probes: readonly Probe[]) =>
  quantile(
    probes.map(({ ms }) => ms),
    0.95,
  );
const refusedOf = (probes: readonly Probe[]) => probes.filter(({ status }) => status === 503).length;

async function measure(server: ServerChild, kind: FloodKind): Promise<string> {
  const health = () => probe(`${server.baseUrl}/${Math.random() < 0.5 ? 'healthz' : 'readyz'}`);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let asked = 0;
  const other = () => {
    asked += 1;
    return probe(server.baseUrl + kind.otherPath.replace('%n', String(asked)), {
      agent,
      headers: kind.otherHeaders,
    });
  };
  const stopQuiet = watch(other);
  await delay(3_000);
  const quiet = await stopQuiet();
  const flood = fork(path.join(import.meta.dirname, 'flood.ts'));
  const order: Flood = { port: Number(new URL(server.baseUrl).port), connections, requests: kind.requests };
  flood.send(order);
  const stops = [watch(health), watch(other)];
  await delay(seconds * 1000);
  const resident = residentMegabytes(server);
  const counts = await stopFlood(flood);
  const ended = performance.now();
  const [healthSeen = [], otherSeen = []] = await Promise.all(stops.map((stop) => stop()));
  for (let answer = await other(); answer.status !== 200 || answer.ms > 200; answer = await other())
    await delay(10);
  const recovered = performance.now() - ended;
  agent.destroy();
  const served = Object.entries(counts.statuses).map(([status, count]) => `${count}× ${status}`);
  const failed = healthSeen.filter(({ status }) => status !== 200).length;
  const times = healthSeen.map(({ ms }) => ms);
  return `| ${[
    kind.name,
    [...served, ...(counts.broken > 0 ? [`${counts.broken} broken`] : [])].join(', '),
    `${show(quantile(times, 0.5))} / ${show(p95(healthSeen))} / ${show(Math.max(...times))}`,
    `${failed} of ${healthSeen.length}`,
    `${show(p95(quiet))} → ${show(p95(otherSeen))} (${refusedOf(otherSeen)} of ${otherSeen.length} refused)`,
    `${show(recovered)}`,
    `${resident}`,
  ].join(' | ')} |`;
}

const library = await makeBenchLibrary(Number(process.env.LODESTOCK_BENCH_MODELS ?? 5_000));
const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-overload-'));
const server = await startServerChild('test/bench/our-server.ts', {
  env: {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
    LODESTOCK_LOG_LEVEL: 'warn',
    LODESTOCK_TRUST_PROXY: 'true',
  },
});
try {
  await waitUntilReady(server.baseUrl);
  console.log(`${connections} connections, ${seconds} s each; times in ms\n`);
  console.log(
    '| Flood | Answers | Health p50 / p95 / max | Health failed | Another caller, p95 | Normal again after | RSS, MB |',
  );
  console.log('|---|---|---|---|---|---|---|');
  const kinds = await prepareFloods(server.baseUrl);
  for (const kind of kinds) {
    if (only.length > 0 && !only.includes(kind.name)) continue;
    console.log(await measure(server, kind));
    await delay(1_000);
  }
} finally {
  await server.stop();
  library.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
