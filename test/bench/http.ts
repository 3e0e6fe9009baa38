import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import Database from 'better-sqlite3';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { cpuOf } from './files/cpu-of.ts';
import type { BenchLibrary } from './library.ts';
import type { Row } from './run.ts';

const repetitions = 5;
const seconds = 2;
const connections = 32;

type Load = {
  readonly url: string;
  readonly body?: string;
  readonly token?: string;
  /** Makes each request's address, so that hardly any answer was given before. */
  readonly nextUrl?: () => string;
};
type Measured = { readonly perSecond: number; readonly microseconds: number };

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(server: ServerChild, { url, nextUrl, body, token }: Load): Promise<Measured> {
  const before = cpuOf([server.child.pid ?? 0]);
  const result = await autocannon({
    url: `${server.baseUrl}${url}`,
    connections,
    duration: seconds,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body }),
    ...(nextUrl && { requests: [{ setupRequest: (request) => ({ ...request, path: nextUrl() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const used = cpuOf([server.child.pid ?? 0]) - before;
  return { perSecond: result.requests.average, microseconds: (used / result.requests.total) * 1e6 };
}

const post = (url: string, body: unknown, token?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

async function prepareDirect(baseUrl: string) {
  const account = await post(`${baseUrl}/api/auth/register`, {
    email: 'bench@example.org',
    password: 'bench password',
    name: 'Bench',
  });
  const { token } = await account.json();
  const { results } = await (await fetch(`${baseUrl}/api-embeddings/browse?limit=1`)).json();
  const body = { guid: results[0].guid, format: 'glb', lod: '10k', relativePath: '10k/model.glb' };
  const owned = await post(`${baseUrl}/api/download/direct`, body, token);
  if (owned.status !== 200) throw new Error(`the bench could not unlock its model: ${await owned.text()}`);
  return { url: '/api/download/direct', body: JSON.stringify(body), token } satisfies Load;
}

/** After a first scan, the shapes of models are measured for a while, which is no work of requests. */
async function waitForShapes(dataDir: string) {
  const db = new Database(path.join(dataDir, 'catalogue.db'), { readonly: true });
  const waiting = db.prepare("SELECT count(*) FROM job WHERE kind = 'shape' AND state = 'waiting'").pluck();
  while (Number(waiting.get()) > 0) await wait(500);
  db.close();
}

/** Listings that were never asked for before. */
function newPages(modelCount: number) {
  let page = 0;
  return () => {
    page += 1;
    return `/api-embeddings/browse?offset=${(page * 24) % Math.max(24, modelCount - 24)}&triMin=${-page}`;
  };
}

const loads = [
  ['Browse, 24 models, the same page again', { url: '/api-embeddings/browse' }],
  ['Search, one common word, again', { url: '/api-embeddings/?q=chair' }],
  ['Search, two words, again', { url: '/api-embeddings/?q=carved%20table' }],
] as const;

/** Requests against a bare node:http server that sends as many fixed bytes, the two in turn. */
export async function benchHttp(library: BenchLibrary): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-http-'));
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
    LODESTOCK_LOG_LEVEL: 'warn',
  };
  const ours = await startServerChild('test/bench/our-server.ts', { env });
  try {
    await waitUntilReady(ours.baseUrl);
    await waitForShapes(dataDir);
    const direct = await prepareDirect(ours.baseUrl);
    const rows: Row[] = [];
    for (const [what, load] of loads) rows.push(await compare(ours, what, load));
    const nextUrl = newPages(library.modelCount);
    rows.push(await compare(ours, 'Browse, 24 models, a new page each time', { url: nextUrl(), nextUrl }));
    rows.push(await compare(ours, 'Direct, a file already unlocked', direct));
    return rows;
  } finally {
    await ours.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const toAnchor = ({ nextUrl, ...load }: Load): Load => ({
  ...load,
  url: '/',
  ...(nextUrl && { nextUrl: () => '/' }),
});

async function compare(ours: ServerChild, what: string, load: Load): Promise<Row> {
  const { body, token, url } = load;
  const sample = await (body
    ? post(`${ours.baseUrl}${url}`, JSON.parse(body), token)
    : fetch(`${ours.baseUrl}${url}`)
  ).then((r) => r.text());
  const bare = await startServerChild('test/bench/bare-server.ts', { args: [String(sample.length)] });
  const pairs: { ours: Measured; bare: Measured }[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    pairs.push({ ours: await measure(ours, load), bare: await measure(bare, toAnchor(load)) });
  }
  await bare.stop();
  const show = (of: (pair: (typeof pairs)[number]) => Measured) => {
    const rate = Math.round(median(pairs.map((pair) => of(pair).perSecond))).toLocaleString('en');
    return `${rate} requests/s, ${Math.round(median(pairs.map((pair) => of(pair).microseconds)))} µs CPU`;
  };
  const ratio = median(pairs.map((pair) => pair.ours.microseconds / pair.bare.microseconds));
  return {
    what,
    ours: show((pair) => pair.ours),
    anchor: `bare node:http: ${show((pair) => pair.bare)}`,
    ratio: `${ratio.toFixed(2)}× the CPU`,
  };
}
