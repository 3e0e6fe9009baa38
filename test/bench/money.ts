import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import type { BenchLibrary } from './library.ts';
import type { Row } from './run.ts';

const repetitions = 5;
const seconds = 2;
const connections = 64;
const accounts = 2000;
const people = 30;

type Next = () => { readonly url: string; readonly body: string; readonly token?: string };
type Measured = { readonly perSecond: number; readonly p99: number };

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Every request another unlock, as fast as they are answered. */
async function load({ baseUrl }: ServerChild, next: Next): Promise<Measured> {
  const result = await autocannon({
    url: baseUrl,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest(request) {
          const { url, body, token = 'none' } = next();
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
          return { ...request, path: url, body, headers };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`money: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const show = (runs: readonly Measured[]) =>
  `${Math.round(median(runs.map(({ perSecond }) => perSecond))).toLocaleString('en')} charges/s, p99 ${median(runs.map(({ p99 }) => p99))} ms`;

function newCharges(): Next {
  let count = 0;
  return () => {
    const body = JSON.stringify({
      account: `account-${count % accounts}`,
      guid: `model-${Math.floor(count / accounts)}`,
    });
    count += 1;
    return { url: '/', body };
  };
}

/** How often a second the disk makes 4 KiB durable. */
function syncsPerSecond(folder: string): number {
  const file = path.join(folder, 'syncs');
  const descriptor = openSync(file, 'w');
  const page = Buffer.alloc(4096, 1);
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 500) {
    writeSync(descriptor, page);
    fdatasyncSync(descriptor);
    count += 1;
  }
  closeSync(descriptor);
  rmSync(file);
  return (count / (performance.now() - start)) * 1000;
}

/** The ways to commit side by side: durable in groups, durable one by one, in groups that a power cut may take. */
async function benchCommits(): Promise<Row[]> {
  const ways = [
    ['FULL', '256'],
    ['FULL', '1'],
    ['NORMAL', '256'],
  ] as const;
  const started = await Promise.all(
    ways.map(async ([durability, largest]) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-money-'));
      const args = [folder, durability, largest, String(accounts)];
      const server = await startServerChild('test/bench/money-server.ts', { args });
      return { server, folder, next: newCharges(), runs: [] as Measured[] };
    }),
  );
  try {
    const syncs: number[] = [];
    for (let count = 0; count < repetitions; count += 1) {
      for (const { server, next, runs } of started) runs.push(await load(server, next));
      syncs.push(syncsPerSecond(started[0]?.folder ?? tmpdir()));
    }
    return toRows(
      started.map(({ runs }) => runs),
      syncs,
    );
  } finally {
    for (const { server, folder } of started) {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function toRows(measured: readonly (readonly Measured[])[], syncs: readonly number[]): Row[] {
  const [grouped = [], single = [], normal = []] = measured;
  const ratioTo = (others: readonly number[]) =>
    median(grouped.map(({ perSecond }, index) => perSecond / (others[index] ?? Number.NaN)));
  const ratio = (others: readonly number[]) => `${ratioTo(others).toFixed(2)}× as many`;
  const rates = (runs: readonly Measured[]) => runs.map(({ perSecond }) => perSecond);
  const what = `Charges at ${connections} connections, durable`;
  return [
    { what, ours: show(grouped), anchor: `one commit each: ${show(single)}`, ratio: ratio(rates(single)) },
    { what, ours: show(grouped), anchor: `not durable: ${show(normal)}`, ratio: ratio(rates(normal)) },
    {
      what,
      ours: show(grouped),
      anchor: `fdatasync of 4 KiB: ${Math.round(median(syncs)).toLocaleString('en')}/s`,
      ratio: ratio(syncs),
    },
  ];
}

const read = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).json();

/** First unlocks over the whole server, from the token to the address of the file. */
async function newUnlocks(baseUrl: string, modelCount: number): Promise<Next> {
  const tokens: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const person = { email: `bench-${index}@example.org`, password: 'bench password', name: 'Bench' };
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(person) };
    tokens.push((await read(`${baseUrl}/api/auth/register`, init)).token);
  }
  const guids: string[] = [];
  while (guids.length < modelCount) {
    const { results } = await read(`${baseUrl}/api-embeddings/browse?limit=200&offset=${guids.length}`);
    guids.push(...results.map(({ guid }: { guid: string }) => guid));
  }
  let count = 0;
  return () => {
    const guid = guids[Math.floor(count / people) % guids.length];
    const token = tokens[count % people] ?? '';
    count += 1;
    const body = { guid, format: 'glb', lod: '10k', relativePath: '10k/model.glb' };
    return { url: '/api/download/direct', body: JSON.stringify(body), token };
  };
}

async function benchUnlocks(library: BenchLibrary): Promise<Row> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-unlocks-'));
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
    LODESTOCK_LOG_LEVEL: 'warn',
    LODESTOCK_SIGNUP_CREDIT_USD: '1000000',
  };
  const server = await startServerChild('test/bench/our-server.ts', { env });
  try {
    await waitUntilReady(server.baseUrl);
    const next = await newUnlocks(server.baseUrl, library.modelCount);
    const runs: Measured[] = [];
    const syncs: number[] = [];
    for (let count = 0; count < repetitions; count += 1) {
      runs.push(await load(server, next));
      syncs.push(syncsPerSecond(dataDir));
    }
    const ratio = median(runs.map(({ perSecond }, index) => perSecond / (syncs[index] ?? Number.NaN)));
    return {
      what: `Direct, first unlocks at ${connections} connections, durable`,
      ours: show(runs),
      anchor: `fdatasync of 4 KiB: ${Math.round(median(syncs)).toLocaleString('en')}/s`,
      ratio: `${ratio.toFixed(2)}× as many`,
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Money: durable commits in groups next to other ways, and whole downloads that charge. */
export async function benchMoney(library: BenchLibrary): Promise<Row[]> {
  return [...(await benchCommits()), await benchUnlocks(library)];
}
