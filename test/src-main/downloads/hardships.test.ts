import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { DownloadRequest } from '../../../src-main/platform/ipc/contract.ts';
import { listPlaces } from '../../../src-main/platform/storage/places.ts';
import { runs } from '../../helpers/property-runs.ts';
import { sha256Of } from '../../helpers/publishing.ts';
import type { AppTask } from '../app-worker.ts';
import { answerJson, listen } from '../listen.ts';
import { createFastScratch } from './commit/two-versions.ts';

const { numRuns: count } = runs(20);
const guids = Array.from({ length: count }, (_, index) => `m-${index}`);
const scenePath = 'm_1k/m.glb';
const contentOf = (guid: string) => Buffer.alloc(60_000, `${guid} `);

/** A server with many models, which sends the files of as many as it may; while it is away, it cuts every connection. */
async function createServer() {
  const state = { isAway: false, sent: 0, most: 0, charged: [] as string[] };
  const sendFile = async (response: ServerResponse, guid: string) => {
    await delay(20); // as a network takes
    while (state.sent >= state.most) await delay(5);
    response.once('finish', () => {
      state.sent += 1;
    });
    response.end(contentOf(guid));
  };
  const unlocked = new Set<string>();
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', server.origin);
    const guid = /m-\d+/.exec(url.pathname)?.[0] ?? '';
    if (state.isAway) return void request.socket.destroy();
    if (url.pathname.startsWith('/api/models/'))
      return answerJson(response, 200, {
        ...{ ok: true, guid, title: guid, version: 1, license: 'CC0-1.0', attribution: null, topologies: [] },
      });
    if (url.pathname.startsWith('/data/')) return sendFile(response, guid);
    if (url.pathname !== '/api/plugin/download/direct') return answerJson(response, 200, { ok: true });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const wish: { guid: string } = JSON.parse(Buffer.concat(chunks).toString());
    if (!unlocked.has(wish.guid)) state.charged.push(wish.guid);
    unlocked.add(wish.guid);
    const content = contentOf(wish.guid);
    answerJson(response, 200, {
      ...{ ok: true, relativePath: scenePath, downloadUrl: `${server.origin}/data/${wish.guid}/m.glb` },
      ...{ sizeBytes: content.length, sha256: sha256Of(content), leavesUrl: null, supportFiles: [] },
      chargedUsd: 0,
    });
  }
  const server = await listen(
    (request, response) => void route(request, response).catch(() => response.destroy()),
  );
  return { ...server, state };
}

const program = path.join(import.meta.dirname, '../app-worker.ts');

async function startApp(task: AppTask): Promise<ChildProcess> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send(task);
  await once(child, 'message');
  return child;
}

async function readStatuses(app: ChildProcess): Promise<string[]> {
  const answered = once(app, 'message');
  app.send('read');
  const [statuses] = await answered;
  return statuses;
}

/** Until the app has noticed, as it says of a download. */
const untilWaiting = (app: ChildProcess, reason: string) =>
  expect
    .poll(() => readStatuses(app))
    .toContainEqual(expect.stringMatching(new RegExp(`^waiting: .*${reason}`)));

/** Whether the process is frozen (proc(5)). */
async function isFrozen({ pid }: ChildProcess): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}

/** Which models are not in the library as they should be. */
async function findMissing(library: string): Promise<string[]> {
  const missing: string[] = [];
  for (const guid of guids) {
    const file = path.join(library, `${guid}_${guid}`, scenePath);
    const content = await readFile(file).catch(() => null);
    if (!content?.equals(contentOf(guid))) missing.push(guid);
  }
  return missing;
}

test(`${count} downloads outlast an outage, a freeze, a kill and a pulled disk`, async () => {
  const scratch = await createFastScratch();
  const [userData, disk] = [path.join(scratch, 'app'), path.join(scratch, 'disk')];
  const library = path.join(disk, 'library');
  const { origin, state } = await createServer();
  const places = listPlaces(userData);
  await mkdir(userData, { recursive: true });
  await mkdir(disk);
  const settings = { version: 1, serverUrl: origin, libraryFolder: library, parallelDownloads: 2 };
  await writeFile(places.settings, JSON.stringify(settings));
  const sessions = { [origin]: { userName: 'Ada', scopes: ['download:direct'] } };
  await writeFile(places.session, JSON.stringify({ version: 1, sessions }));
  const add = guids.map(
    (guid): DownloadRequest => ({
      ...{ guid, title: guid, format: 'glb', lod: '1k', variant: null, relativePath: scenePath },
      maxPriceUsd: 0,
    }),
  );
  const sendTo = async (part: number) => {
    state.most = count * part;
    await expect.poll(() => state.sent, { interval: 5 }).toBeGreaterThanOrEqual(state.most);
  };
  /** Without a limit: what was cut off is sent again. */
  const sendOn = () => {
    state.most = Number.POSITIVE_INFINITY;
  };

  const first = await startApp({ userData, add });
  await sendTo(0.2);
  state.isAway = true;
  sendOn();
  await untilWaiting(first, '');
  state.isAway = false;
  await sendTo(0.4);
  first.kill('SIGSTOP');
  await expect.poll(() => isFrozen(first)).toBe(true);
  first.kill('SIGCONT');
  await sendTo(0.6);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = await startApp({ userData, add: [] });
  await sendTo(0.8);
  await rename(disk, `${disk} pulled`);
  sendOn();
  await untilWaiting(second, 'is not connected');
  const isMadeAgain = await readFile(path.join(library, '.lodestock-library.json')).catch(() => null);
  await rename(`${disk} pulled`, disk);

  const allDone = guids.map(() => 'done');
  await expect.poll(() => readStatuses(second)).toEqual(allDone);
  expect(await findMissing(library)).toEqual([]);
  expect(isMadeAgain).toBeNull();
  expect(state.charged.toSorted()).toEqual(guids.toSorted());
});
