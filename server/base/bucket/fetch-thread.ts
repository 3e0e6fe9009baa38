import { createWriteStream } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { workerData } from 'node:worker_threads';
import { prepareOutbound } from '../outbound.ts';
import { createBucketClient } from './bucket-client.ts';
import { type FetchData, type Fetched, type Fetching, signalPlaces } from './fetch-protocol.ts';

/** Bytes to leave free on the data folder's disk. */
const reserveBytes = 1024 ** 3;
/** Milliseconds for which requests fail at once after one could not reach the store; keeps large reads from hanging. */
const awayMs = 5000;

const { settings, port, signal }: FetchData = workerData;
prepareOutbound({ environment: settings.proxies, caFile: settings.caFile, urls: [settings.endpoint] });
const client = createBucketClient(settings);
let awayUntil = 0;
let whyAway: Error | null = null;

async function requireRoom(size: number): Promise<void> {
  const { bavail, bsize } = await statfs(settings.folder);
  if (bavail * bsize >= size + reserveBytes) return;
  throw Object.assign(
    new Error(`there is no room for its ${size} bytes in the data folder, where 1 GiB must stay free`),
    { code: 'EIO', status: 0 },
  );
}

async function fetchObject({ key, etag, size, target }: Fetching): Promise<void> {
  if (whyAway && performance.now() < awayUntil) throw whyAway;
  await requireRoom(size);
  if (size === 0) return writeFile(target, '', { flag: 'wx' });
  const answer = await client.open({ key, etag, size });
  const out = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  answer.on('data', () => void Atomics.add(signal, signalPlaces.progress, 1));
  await pipeline(answer, out);
}

port.on('message', async (wanted: Fetching) => {
  let error: Fetched['error'] = null;
  try {
    await fetchObject(wanted);
    whyAway = null;
  } catch (found) {
    const cause = found instanceof Error ? found : new Error(String(found));
    const code = 'code' in cause ? String(cause.code) : 'EIO';
    if (!('status' in cause)) {
      whyAway = cause;
      awayUntil = performance.now() + awayMs;
    }
    await rm(wanted.target, { force: true });
    error = { message: cause.message, code };
  }
  port.postMessage({ error } satisfies Fetched);
  Atomics.add(signal, signalPlaces.answers, 1);
  Atomics.notify(signal, signalPlaces.answers);
});
