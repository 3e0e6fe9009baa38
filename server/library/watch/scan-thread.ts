import path from 'node:path';
import { listDisk } from '../../base/bucket/library-disk.ts';
import { serveThread } from '../../base/threads/serve.ts';
import { openCrashMarks } from '../../inspect/crash-marks.ts';
import { createLibraryPool } from '../scan/library-pool.ts';
import type { ScanThread } from './serve-scans.ts';

/** Limits the initial threads: a library of two folders needs no more than two. */
function countEntries(folder: string): number {
  try {
    return listDisk(folder).length;
  } catch {
    return 0; // the scan reports what is wrong with it
  }
}

await serveThread<ScanThread>(async ({ data, tell }) => {
  const marks = openCrashMarks(path.join(path.dirname(data.databaseFile), 'reading'));
  const { bucket, readers } = data;
  const pool = createLibraryPool({ marks, bucket, ...(readers !== null && { size: readers }) });
  pool.warmUp(countEntries(data.libraryDir));
  // The reading threads start while this one loads the rest.
  const { serveScans } = await import('./serve-scans.ts');
  return serveScans(data, { pool, tell });
});
