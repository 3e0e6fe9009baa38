import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listPlaces } from '../../../src-main/platform/storage/places.ts';
import type { AppTask } from '../../src-main/app-worker.ts';
import { cpuOf } from '../files/cpu-of.ts';
import type { Row } from '../run.ts';

const scenePath = 'm_1k/m.glb';
/** Another for each model, as the same bytes are not downloaded twice. */
const contentOf = (guid: string) => Buffer.alloc(60_000, `${guid} `);
const counts = [250, 1000] as const;
const rounds = Number(process.env.LODESTOCK_BENCH_ROUNDS ?? 3);

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The least of a server that an app downloads from. */
async function startHost() {
  let sent = 0;
  const answer = (response: ServerResponse, body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  function route({ url = '' }: IncomingMessage, response: ServerResponse) {
    const guid = /m-\d+/.exec(url)?.[0] ?? 'm-0';
    if (url.startsWith('/data/')) {
      sent += 1;
      return response.end(contentOf(guid));
    }
    const facts = { ok: true, guid, title: guid, version: 1, license: 'CC0-1.0', attribution: null };
    return answer(response, url.startsWith('/api/models/') ? { ...facts, topologies: [] } : { ok: true });
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      if (request.url !== '/api/plugin/download/direct') return route(request, response);
      const { guid }: { guid: string } = JSON.parse(Buffer.concat(chunks).toString());
      const content = contentOf(guid);
      return answer(response, {
        ...{ ok: true, relativePath: scenePath, downloadUrl: `${origin}/data/${guid}/m.glb` },
        sha256: createHash('sha256').update(content).digest('hex'),
        ...{ sizeBytes: content.length, leavesUrl: null, supportFiles: [], chargedUsd: 0 },
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  return { origin, sent: () => sent, close: () => server.close().closeAllConnections() };
}

/** CPU seconds of the app's main process, from its start until so many models are downloaded. */
async function download(count: number): Promise<number> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const userData = mkdtempSync(path.join(parent, 'lodestock-bench-jobs-'));
  const host = await startHost();
  const places = listPlaces(userData);
  mkdirSync(userData, { recursive: true });
  const settings = {
    serverUrl: host.origin,
    libraryFolder: path.join(userData, 'library'),
    parallelDownloads: 2,
  };
  writeFileSync(places.settings, JSON.stringify({ version: 1, ...settings }));
  const sessions = { [host.origin]: { userName: 'Ada', scopes: ['download:direct'] } };
  writeFileSync(places.session, JSON.stringify({ version: 1, sessions }));
  const add = Array.from({ length: count }, (_, index) => ({
    ...({ guid: `m-${index}`, title: `m-${index}`, format: 'glb', lod: '1k', variant: null } as const),
    ...{ relativePath: scenePath, maxPriceUsd: 0 },
  }));
  const file = path.join(import.meta.dirname, '../../src-main/app-worker.ts');
  const app = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    app.send({ userData, add } satisfies AppTask);
    await once(app, 'message');
    while (host.sent() < count) await delay(50);
    for (;;) {
      const answered = once(app, 'message');
      app.send('read');
      const [statuses]: string[][] = await answered;
      if (statuses?.length === count && statuses.every((status) => status === 'done')) break;
      await delay(200);
    }
    return cpuOf([app.pid ?? 0]);
  } finally {
    app.kill('SIGKILL');
    await once(app, 'exit');
    host.close();
    rmSync(userData, { recursive: true, force: true });
  }
}

/** Four times as many downloads, which should take little more than four times the CPU. */
export async function benchJobs(): Promise<Row[]> {
  const used = counts.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, count] of counts.entries()) used[index]?.push(await download(count));
  const [few = Number.NaN, many = Number.NaN] = used.map(median);
  return [
    {
      what: `${counts[1].toLocaleString('en')} downloads of 60 kB in the app, without its window`,
      ours: `${many.toFixed(1)} CPU s`,
      anchor: `${counts[0]} of them: ${few.toFixed(1)} CPU s`,
      ratio: `${(many / few).toFixed(2)}× the CPU`,
    },
  ];
}

if (import.meta.main) for (const row of await benchJobs()) console.log(Object.values(row).join(' | '));
