import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/base/db/open-database.ts';
import { createScanWorker } from '../../server/library/watch/scan-worker.ts';
import { type BenchLibrary, makeOrdinaryLibrary } from './library.ts';
import type { Row } from './run.ts';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const perSecond = (count: number, milliseconds: number) =>
  Math.round(count / (milliseconds / 1000)).toLocaleString('en');

type Spent = { readonly wall: number; readonly cpu: number };

const tell = ({ wall, cpu }: Spent) => `${seconds(wall)} (${seconds(cpu)} of CPU)`;

async function measure(work: () => unknown): Promise<Spent> {
  const [start, cpuStart] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpuStart);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

/** Hashes all models on all cores with openssl; its CPU time is what the shell says of its children. */
function hashWithOpenssl(folder: string): Spent {
  const command = `find "$1" -name '*.glb' -print0 | xargs -0 -P ${availableParallelism()} -n 500 openssl dgst -sha256 >/dev/null; times`;
  const start = performance.now();
  const told = execFileSync('sh', ['-c', command, 'sh', folder], { encoding: 'utf8' });
  const wall = performance.now() - start;
  const times =
    told
      .trim()
      .split('\n')
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? [];
  const cpu = [...times].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { wall, cpu: cpu * 1000 };
}

const mean = (a: Spent, b: Spent): Spent => ({ wall: (a.wall + b.wall) / 2, cpu: (a.cpu + b.cpu) / 2 });

/** The same for a library that is removed afterwards. */
export async function benchScanOf(library: BenchLibrary): Promise<Row[]> {
  try {
    return await benchScan(library);
  } finally {
    library.remove();
  }
}

/** What reads a library into its own catalogue. */
function openScan(libraryDir: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-data-'));
  const db = openDatabase(path.join(dataDir, 'lodestock.db'));
  const ignore = () => {};
  const worker = createScanWorker(
    {
      databaseFile: db.name,
      libraryDir,
      bucket: null,
      defaultPriceCents: 100,
      quietMs: 0,
      sweepMs: 0,
      hasEmbedder: false,
      isRecognising: true,
      isReviewing: null,
      readers: null,
    },
    {
      onProgress: ignore,
      onCommit: ignore,
      onSwept: ignore,
      onKept: ignore,
      onUnwatched: console.error,
      onTrouble: console.error,
    },
  );
  return {
    db,
    scan: () => measure(() => worker.scan({ clockAhead: 0, isPatient: false })),
    async close() {
      await worker.close();
      db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first scan of files that have to be recognised, against one of the same files in topology folders. */
export async function benchRecognition(library: BenchLibrary): Promise<Row[]> {
  const ordinary = makeOrdinaryLibrary(library.modelCount);
  const scanOnce = async ({ folder }: BenchLibrary) => {
    const { scan, db, close } = openScan(folder);
    const spent = await scan();
    const models = db.prepare<[], number>('SELECT count(*) FROM model').pluck().get();
    await close();
    return { spent, models };
  };
  try {
    await scanOnce(library);
    const before = await scanOnce(library);
    const recognised = await scanOnce(ordinary);
    const plain = mean(before.spent, (await scanOnce(library)).spent);
    return [
      {
        what: `First scan of the same ${ordinary.fileCount.toLocaleString('en')} files without topology folders`,
        ours: `${tell(recognised.spent)}, ${recognised.models?.toLocaleString('en')} models recognised`,
        anchor: `in topology folders: ${tell(plain)}`,
        ratio: `${(recognised.spent.cpu / plain.cpu).toFixed(2)}× the CPU`,
      },
    ];
  } finally {
    ordinary.remove();
  }
}

/** The first scan against hashing the same bytes on every core with openssl, then a re-scan of the unchanged library. */
export async function benchScan(library: BenchLibrary): Promise<Row[]> {
  const { scan, close } = openScan(library.folder);
  hashWithOpenssl(library.folder); // the files come into the page cache
  const before = hashWithOpenssl(library.folder);
  const first = await scan();
  const openssl = mean(before, hashWithOpenssl(library.folder));
  const second = await scan();
  await close();
  const { modelCount, fileCount, bytes } = library;
  const size = `${modelCount.toLocaleString('en')} models (${fileCount.toLocaleString('en')} files of ${Math.round(bytes / fileCount / 1000)} kB, ${Math.round(bytes / 1e6)} MB)`;
  return [
    {
      what: `First scan of ${size}`,
      ours: `${tell(first)}, ${perSecond(modelCount, first.wall)} models/s`,
      anchor: `openssl dgst -sha256 on all cores: ${tell(openssl)}`,
      ratio: `${(openssl.wall / first.wall).toFixed(2)}× its speed`,
    },
    {
      what: 'Re-scan, nothing changed',
      ours: `${tell(second)}, ${perSecond(fileCount, second.wall)} files/s`,
      anchor: 'first scan',
      ratio: `${(first.wall / second.wall).toFixed(1)}× faster`,
    },
  ];
}
