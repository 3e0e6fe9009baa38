import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

type DiskSpace = { readonly freeBytes: number; readonly sizeBytes: number };

/** A share that hangs must not block the caller. */
const patience = 1000;

/** Looks at a folder's disk, one look at a time; null if it does not answer within a second. */
export function createDiskLook(folder: string): () => Promise<DiskSpace | null> {
  let running: Promise<DiskSpace | null> | null = null;
  const look = () =>
    statfs(folder)
      .then(({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, sizeBytes: blocks * bsize }))
      .catch(() => null)
      .finally(() => {
        running = null;
      });
  return () => {
    running ??= look();
    return Promise.race([running, wait(patience, null, { ref: false })]);
  };
}
