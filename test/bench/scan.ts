import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/db/open-database.ts';
import { createScanWorker } from '../../server/host/watch/scan-worker.ts';
import type { BenchLibrary } from './library.ts';
import type { Row } from './run.ts';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const perSecond = (count: number, milliseconds: number) =>
  Math.round(count / (milliseconds / 1000)).toLocaleString('en');

async function time(work: () => unknown) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The first scan against hashing the same bytes on every core with openssl, then a re-scan of the unchanged library. */
export async function benchScan(library: BenchLibrary): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-data-'));
  const db = openDatabase(path.join(dataDir, 'lodestock.db'));
  const ignore = () => {};
  const worker = createScanWorker(
    {
      databaseFile: db.name,
      libraryDir: library.folder,
      defaultPriceCents: 100,
      quietMs: 0,
      sweepMs: 0,
      hasEmbedder: false,
    },
    { onProgress: ignore, onCommit: ignore, onKept: ignore, onTrouble: console.error },
  );
  const scan = () => worker.scan({ clockAhead: 0, isPatient: false });
  const hash = () =>
    execFileSync('sh', [
      '-c',
      `find "$1" -name '*.glb' -print0 | xargs -0 -P ${availableParallelism()} -n 500 openssl dgst -sha256 >/dev/null`,
      'sh',
      library.folder,
    ]);
  await time(hash); // the files come into the page cache
  const openssl = await time(hash);
  const first = await time(scan);
  const opensslAgain = await time(hash);
  const second = await time(scan);
  await worker.close();
  db.close();
  rmSync(dataDir, { recursive: true, force: true });
  const { modelCount, fileCount, bytes } = library;
  return [
    {
      what: `First scan of ${modelCount.toLocaleString('en')} models (${fileCount.toLocaleString('en')} files, ${Math.round(bytes / 1e6)} MB)`,
      ours: `${seconds(first)}, ${perSecond(modelCount, first)} models/s`,
      anchor: `openssl dgst -sha256 on all cores: ${seconds((openssl + opensslAgain) / 2)}`,
      ratio: `${((openssl + opensslAgain) / 2 / first).toFixed(2)}× its speed`,
    },
    {
      what: 'Re-scan, nothing changed',
      ours: `${seconds(second)}, ${perSecond(fileCount, second)} files/s`,
      anchor: 'first scan',
      ratio: `${(first / second).toFixed(1)}× faster`,
    },
  ];
}
