import path from 'node:path';
import { tryLock } from './file-lock.ts';
import { toStorageFault } from './storage-fault.ts';

/**
 * What one process does for all that serve a data folder: it reads the library, follows file hosts, and makes posters,
 * levels and vectors.
 */
export type FolderWork = {
  isOurs(): boolean;
  /**
   * Calls back once this process is the one: at once, or when the one before it has ended, however it did. Then it calls
   * again later when the data folder takes no writes.
   */
  whenOurs(begin: () => void): void;
  /** Lets another process take over, and calls nothing back from then on. */
  release(): void;
};

const askAgainEvery = 500;

/** Takes the work of a data folder where no other process has it, else waits for it in the background. */
export function takeFolderWork(dataDir: string): FolderWork {
  const file = path.join(dataDir, 'work.lock');
  const waiting: (() => void)[] = [];
  let lock = tryLock(file, 'exclusive');
  const ask = () => {
    try {
      lock ??= tryLock(file, 'exclusive');
    } catch {
      return; // the disk may be full or away; it is asked again
    }
    if (lock === null) return;
    for (const begin of waiting.splice(0)) {
      try {
        begin();
      } catch (error) {
        if (toStorageFault(error) === null) throw error;
        waiting.push(begin);
      }
    }
    if (waiting.length === 0) clearInterval(timer);
  };
  const timer = lock ? undefined : setInterval(ask, askAgainEvery).unref();

  return {
    isOurs: () => lock !== null,
    whenOurs(begin) {
      if (lock) begin();
      else waiting.push(begin);
    },
    release() {
      clearInterval(timer);
      waiting.length = 0;
      lock?.release();
      lock = null;
    },
  };
}
