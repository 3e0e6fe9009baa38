import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuOf } from '../../bench/files/cpu-of.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { objText } from '../../helpers/library-folder.ts';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { startToyStore } from '../../helpers/toy-store.ts';
import { readDeployedProxy, startNginxWith } from '../../helpers/web-server.ts';
import { ask, askDirect } from '../ask.ts';
import { builtServer } from '../cluster-process.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Asks a site for files of the bucket one by one, and compares their bytes with what was put there. */
export async function proveSameBytes(
  place: Pick<Place, 'url'>,
  { tokens }: Pick<Person, 'tokens'>,
  files: Files,
) {
  const wrong: string[] = [];
  let compared = 0;
  for (const [key, content] of Object.entries(files)) {
    const [guid = '', ...inside] = key.split('/');
    if (inside.length < 2) continue;
    // By turns, as no token may ask for more than 600.
    const token = tokens[compared % tokens.length];
    const { status, body } = await askDirect(place.url, token ?? '', guid, inside.join('/'));
    if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
    const bytes = Buffer.from(await (await fetch(String(body.downloadUrl))).arrayBuffer());
    const sum = createHash('sha256').update(bytes).digest('hex');
    const expected = createHash('sha256').update(content).digest('hex');
    if (sum !== expected || body.sha256 !== expected) wrong.push(key);
    compared += 1;
  }
  return { compared, wrong };
}

const noteUse = `process.on('exit',()=>console.error('cpu '+(process.cpuUsage().user+process.cpuUsage().system)))`;

/** Reads a bucket of many objects, and lists it again when nothing has changed. */
export async function proveListing(files: Files) {
  const store = await startToyStore(files);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-listing-'));
  try {
    const ingest = async () => {
      const from = performance.now();
      const environment = {
        ...{ LODESTOCK_POSTERS: 'off', LODESTOCK_LEVELS: 'off', ...store.environment() },
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noteUse)}`,
      };
      const { code, stdout, stderr } = await runServerCommand(['ingest'], { dataDir, environment });
      if (code !== 0) throw new Error(`ingest ended with ${code}: ${stdout} ${stderr}`);
      const used = Math.max(...[...stderr.matchAll(/^cpu (\d+)$/gm)].map(([, value]) => Number(value)));
      const asked = await store.asked();
      const listed = asked.filter((one) => one.startsWith('GET ?')).length;
      return {
        seconds: (performance.now() - from) / 1000,
        cpu: used / 1e6,
        listed,
        read: asked.length - listed,
      };
    };
    return { first: await ingest(), again: await ingest() };
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

/** Resident memory of a process in megabytes. */
const residentOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

type Store = {
  readonly endpoint: string;
  readonly environment: () => Record<string, string>;
  readonly close: () => Promise<unknown>;
};

/** A server on a bucket, behind nginx by the documented lines. */
export async function startBehindNginx(store: Store, environment: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bucket-'));
  const port = await findQuietPort();
  const own = await findQuietPort();
  const server = await startServerChild(builtServer, {
    env: {
      ...store.environment(),
      ...{ LODESTOCK_DATA_DIR: dataDir, LODESTOCK_PORT: String(own), LODESTOCK_ACCEL: 'nginx' },
      LODESTOCK_BASE_URL: `http://127.0.0.1:${port}`,
      ...environment,
    },
  });
  await waitUntilReady(`http://127.0.0.1:${own}`);
  const lines = readDeployedProxy('nginx-bucket.conf')
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${own}`)
    .replaceAll('s3.studio.lan:9000', new URL(store.endpoint).host);
  const front = await startNginxWith(port, lines);
  const person = { email: 'ann@example.org', password: 'correct horse battery', name: 'Ann' };
  const { body } = await ask(`http://127.0.0.1:${own}/api/auth/register`, { body: person });
  return {
    ...{ url: `http://127.0.0.1:${port}`, token: String(body.token), pid: server.child.pid ?? 0 },
    async stop() {
      await front.stop();
      await server.stop();
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The same with one model of large files. */
async function startLarge(megabytes: number, count: number) {
  const large = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `m/1k/texture-${index}.psd`,
      randomBytes(megabytes * 1024 * 1024),
    ]),
  );
  const place = await startBehindNginx(
    await startToyStore({
      'm/product.json': JSON.stringify({ guid: 'm' }),
      'm/1k/thing.obj': objText(3),
      ...large,
    }),
  );
  const direct = async (relativePath: string) => {
    const answer = await askDirect(place.url, place.token, 'm', relativePath);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return String(answer.body.downloadUrl);
  };
  return { ...place, direct };
}

const drain = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve(length));
    }).once('error', reject);
  });

/** CPU seconds of our server for each gigabyte that nginx fetches from the store, above what it takes at rest. */
export async function proveHandOff(times: number) {
  const large = await startLarge(256, 1);
  try {
    const downloadUrl = await large.direct('1k/texture-0.psd');
    await drain(downloadUrl);
    const [before, began] = [cpuOf([large.pid]), performance.now()];
    let bytes = 0;
    for (let time = 0; time < times; time += 1) bytes += await drain(downloadUrl);
    const [after, took] = [cpuOf([large.pid]), performance.now() - began];
    await delay(took);
    const idle = cpuOf([large.pid]) - after;
    const gigabytes = bytes / 1e9;
    return {
      gigabytes,
      perGigabyte: Math.max(0, after - before - idle) / gigabytes,
      idle: idle / gigabytes,
    };
  } finally {
    await large.stop();
  }
}

/** Takes a ZIP of 300 MB from a bucket, at first nothing of it and then all; how far memory rose meanwhile, in megabytes. */
async function takeZip(pid: number, address: URL) {
  const before = residentOf(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentOf(pid));
  }, 20);
  const length = await new Promise<number>((resolve, reject) => {
    get(address, async (answer) => {
      let got = 0;
      await delay(3000);
      answer.on('data', (chunk: Buffer) => {
        got += chunk.length;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve(got));
    }).once('error', reject);
  });
  clearInterval(watch);
  return { megabytes: length / 1e6, grownBy: peak - before };
}

/** The same three times, one after the other. */
export async function proveZipMemory() {
  const large = await startLarge(100, 3);
  try {
    const page = `${large.url}/download/m/all?ext=obj&lod=1k&relativePath=1k%2Fthing.obj`;
    const address = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? page;
    const times = [];
    for (let time = 0; time < 3; time += 1) times.push(await takeZip(large.pid, new URL(address, large.url)));
    return {
      megabytes: times[0]?.megabytes ?? 0,
      grownBy: times.map((one) => one.grownBy),
    };
  } finally {
    await large.stop();
  }
}
