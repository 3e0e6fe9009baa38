import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { fillDatabase } from './catalogue/database.ts';
import { readRealRecords, recordAt } from './catalogue/records.ts';
import { cpuOf } from './files/cpu-of.ts';
import type { BenchLibrary } from './library.ts';
import type { Row } from './run.ts';

const syncKey = 'between-site-and-hosts';
const copied = 100_000;
const program = 'dist/server/main.js';

type Spent = { readonly wall: number; readonly cpu: number };
const tell = ({ wall, cpu }: Spent, models: number) =>
  `${wall.toFixed(2)} s (${cpu.toFixed(2)} s of CPU), ${Math.round(models / wall).toLocaleString('en')} models/s`;

function makeFolders() {
  const folders: string[] = [];
  return {
    make() {
      const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-'));
      folders.push(folder);
      return folder;
    },
    remove: () => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })),
  };
}

const totalOf = async ({ baseUrl }: ServerChild): Promise<number> =>
  (await (await fetch(`${baseUrl}/api-embeddings/browse`)).json()).total ?? 0;

type Site = { readonly dataDir: string; readonly host: string; readonly peer?: string };
const startSite = ({ dataDir, host, peer }: Site) =>
  startServerChild(program, {
    env: {
      ...{ LODESTOCK_ROLE: 'site', LODESTOCK_SYNC_KEY: syncKey, LODESTOCK_PORT: '0' },
      ...{ LODESTOCK_DATA_DIR: dataDir, LODESTOCK_HOSTS: host },
      ...(peer !== undefined && { LODESTOCK_PEERS: peer }),
    },
  });

/** From the start of the process until all models are found, and its CPU. */
async function measureSite(site: Site, models: number): Promise<Spent> {
  const start = performance.now();
  const child = await startSite(site);
  await waitUntilReady(child.baseUrl);
  while ((await totalOf(child)) < models) await sleep(50);
  const spent = { wall: (performance.now() - start) / 1000, cpu: cpuOf([child.child.pid ?? 0]) };
  await child.stop();
  return spent;
}

/** All products of a host by the prescribed route, one by one and six at once, only read. */
async function readAlone(host: string): Promise<Spent> {
  const headers = { authorization: `Bearer ${syncKey}` };
  const ask = async (address: string) => (await fetch(`${host}/api-sync/${address}`, { headers })).json();
  const [start, before] = [performance.now(), process.cpuUsage()];
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await ask(`changes?since=${since}&limit=100`);
    const guids: string[] = page.changes.map(({ guid }: { guid: string }) => guid);
    const work = async () => {
      for (let guid = guids.pop(); guid !== undefined; guid = guids.pop()) await ask(`product/${guid}`);
    };
    await Promise.all(Array.from({ length: 6 }, work));
    since = page.next;
    hasMore = page.hasMore;
  }
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

/** The database of a site that has read a host with so many models, with three files each. */
function fillSite(dataDir: string, host: string) {
  const { records } = readRealRecords();
  const db = fillDatabase(dataDir, { count: copied, at: (index) => recordAt(records, index) });
  db.exec(`INSERT INTO sync_host (id, url, pass) VALUES (1, '${host}', 1);
    UPDATE model SET host = 1, popularity = 0;
    DELETE FROM sync_change;
    INSERT INTO sync_product SELECT 1, guid, id, 1, 1, 'made', 0, 0, NULL, NULL FROM model;
    INSERT INTO file (model_id, relative_path, topology_folder, format, lod, role, size_bytes, sha256, crc32,
      content_type, needs)
    SELECT id, column1 || '/model.glb', column1, 'glb', column1, 'scene', 1000, lower(hex(randomblob(32))), 1,
      'model/gltf-binary', '[]' FROM model, (VALUES ('1k'), ('10k'), ('100k'))`);
  db.close();
}

async function benchCopy(): Promise<Row> {
  const folders = makeFolders();
  const host = 'http://127.0.0.1:9'; // nothing listens there, so the site has only its copy
  const dataDir = folders.make();
  fillSite(dataDir, host);
  const old = await startSite({ dataDir, host });
  try {
    await waitUntilReady(old.baseUrl);
    const again = folders.make();
    const ours = await measureSite({ dataDir: again, host, peer: old.baseUrl }, copied);
    const restart = await measureSite({ dataDir: again, host }, copied);
    return {
      what: `A new site takes ${copied.toLocaleString('en')} models of another and finds them`,
      ours: tell(ours, copied),
      anchor: `its next start, with everything there: ${tell(restart, copied)}`,
      ratio: `${(ours.wall - restart.wall).toFixed(2)} s more`,
    };
  } finally {
    await old.stop();
    folders.remove();
  }
}

async function benchReading({ folder, modelCount }: BenchLibrary): Promise<Row> {
  const folders = makeFolders();
  const host = await startServerChild(program, {
    env: {
      ...{ LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: syncKey, LODESTOCK_PORT: '0' },
      ...{ LODESTOCK_DATA_DIR: folders.make(), LODESTOCK_LIBRARY_DIR: folder },
    },
  });
  try {
    await waitUntilReady(host.baseUrl);
    const anchor = await readAlone(host.baseUrl);
    const ours = await measureSite({ dataDir: folders.make(), host: host.baseUrl }, modelCount);
    return {
      what: `A new site reads ${modelCount.toLocaleString('en')} models of a file host and finds them`,
      ours: tell(ours, modelCount),
      anchor: `every product read by itself and thrown away: ${tell(anchor, modelCount)}`,
      ratio: `${(anchor.wall / ours.wall).toFixed(2)}× its speed`,
    };
  } finally {
    await host.stop();
    folders.remove();
  }
}

/** How long it takes until a new site serves. */
export const benchNewSite = async (library: BenchLibrary): Promise<Row[]> => [
  await benchReading(library),
  await benchCopy(),
];
