import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import { changedFile } from '../library-files.ts';
import type { Expected, InFolder } from '../unchanged-files.ts';
import type { Lease, OpenFiles } from './open-files.ts';

/** `modified` as an HTTP date. */
export type SmallFile = { readonly bytes: Buffer; readonly modified: string };

/** Larger files are sent from their descriptor. */
export const smallFileBytes = 64 * 1024;

async function readWhole(lease: Lease, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let filled = 0;
  while (filled < sizeBytes) {
    const count = await lease.read(bytes.subarray(filled), filled, sizeBytes - 1);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Small files in memory, by SHA-256. They were checked when they were read, so later changes on disk do not matter. */
export function createSmallFiles(openFiles: OpenFiles) {
  const cache = new LRUCache<string, SmallFile>({
    maxSize: cacheBudgets.smallFiles,
    sizeCalculation: ({ bytes }) => bytes.length + 512,
  });
  return {
    recall: ({ sha256 }: Expected) => cache.get(sha256),
    /** Reads, checks and caches the bytes. Throws FILE_HOST_UNAVAILABLE if they do not match the inventory. */
    async read(model: InFolder, file: Expected) {
      const lease = await openFiles.lease(model, file);
      try {
        await lease.begin?.({ start: 0, end: file.sizeBytes - 1 });
        const bytes = await readWhole(lease, file.sizeBytes);
        if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
          openFiles.report(model, file);
          throw changedFile(file, new Error(`${file.relativePath} has another SHA-256 now`));
        }
        const small = { bytes, modified: lease.modified.toUTCString() };
        cache.set(file.sha256, small);
        return small;
      } finally {
        lease.release();
      }
    },
  };
}
