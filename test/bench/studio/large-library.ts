import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { waitUntilReady } from '../../helpers/server-child.ts';
import { cpuWithChildren } from '../cpu-with-children.ts';
import { makeLargeLibrary } from '../library.ts';
import type { Row } from '../run.ts';
import { memoryOf, startBuilt, withDataDir } from './bench-server.ts';

const modelCount = 100_000;
/** After its start the server looks through the library twice; threads end after a minute without work. */
const untilRest = 150_000;
const restSeconds = 20;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** As if the shapes of all models had been measured, which takes minutes and is a row of its own kind. */
function settleJobs(dataDir: string) {
  const db = new Database(path.join(dataDir, 'catalogue.db'));
  // Shapes of another recipe would be made again while the server rests.
  db.exec("UPDATE job SET state = 'done', recipe = iif(kind = 'shape', 1, recipe) WHERE state = 'waiting'");
  db.close();
}

async function start(libraryDir: string, dataDir: string) {
  const before = performance.now();
  const server = await startBuilt({ libraryDir, dataDir });
  await waitUntilReady(server.baseUrl);
  const cpu = () => cpuWithChildren(server.child.pid ?? 0);
  return { server, cpu, ready: performance.now() - before };
}

async function untilFound(baseUrl: string, word: string) {
  const before = performance.now();
  for (;;) {
    const { results } = await (await fetch(`${baseUrl}/api-embeddings/?q=${word}`)).json();
    if (results.length > 0) return performance.now() - before;
    await wait(100);
  }
}

async function scanOnce(libraryDir: string, dataDir: string) {
  const { server, cpu, ready } = await start(libraryDir, dataDir);
  const found = { ready, cpu: cpu(), peak: memoryOf(server).peak };
  await server.stop();
  return found;
}

async function restOnce(libraryDir: string, dataDir: string) {
  const { server, cpu, ready } = await start(libraryDir, dataDir);
  await wait(untilRest);
  const memory = memoryOf(server).now;
  const before = cpu();
  await wait(restSeconds * 1000);
  const share = (cpu() - before) / restSeconds;
  const copy = path.join(libraryDir, 'copied');
  cpSync(path.join(libraryDir, 'model-0'), copy, { recursive: true });
  writeFileSync(path.join(copy, 'product.json'), JSON.stringify({ title: 'zyxgobelin' }));
  const change = await untilFound(server.baseUrl, 'zyxgobelin');
  await server.stop();
  return { ready, memory, share, change };
}

/** A hundred thousand models: their first scan, and what the server takes after a restart. */
export async function benchLargeLibrary(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const library = makeLargeLibrary(modelCount);
  try {
    const [first, later] = await withDataDir(async (dataDir) => {
      const scanned = await scanOnce(library.folder, dataDir);
      settleJobs(dataDir);
      return [scanned, await restOnce(library.folder, dataDir)] as const;
    });
    const named = `${modelCount.toLocaleString('en')} models`;
    const row = (what: string, ours: string, goal: string, ratio: number): Row => ({
      what: `${named}: ${what}`,
      ours,
      anchor: `goal: ${goal}`,
      ratio: `${ratio.toFixed(2)}× the goal`,
    });
    return [
      row(
        'first scan',
        `${seconds(first.ready)} (${first.cpu.toFixed(1)} s of CPU)`,
        '20 s',
        first.ready / 20_000,
      ),
      row('memory of the first scan at most', `${first.peak} MB`, '600 MB', first.peak / 600),
      {
        what: `${named}: ready after a restart`,
        ours: seconds(later.ready),
        anchor: 'first scan',
        ratio: `${(first.ready / later.ready).toFixed(1)}× faster`,
      },
      row('memory at rest after a restart', `${later.memory} MB`, '300 MB', later.memory / 300),
      row('CPU at rest', `${(later.share * 100).toFixed(1)} % of a core`, '5 %', later.share / 0.05),
      row('a copied model is found', `after ${seconds(later.change)}`, '60 s', later.change / 60_000),
    ];
  } finally {
    library.remove();
  }
}
