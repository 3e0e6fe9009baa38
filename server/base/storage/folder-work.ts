import path from 'node:path';
import { tryLock } from './file-lock.ts';
import { toStorageFault } from './storage-fault.ts';

/** The role of the process that works for a data folder: reads the library, follows hosts, makes posters, levels, vectors. */
export type FolderWork = ReturnType<typeof takeFolderWork>;

const askAgainEvery = 500;

/** Takes the role if no other process has it, else waits for it in the background. */
export function takeFolderWork(dataDir: string) {
  const file = path.join(dataDir, 'work.lock');
  const waiting: (() => void)[] = [];
  let lock = tryLock(file, 'exclusive');
  const ask = () => {
    try {
      lock ??= tryLock(file, 'exclusive');
    } catch {
      return; // retried: the disk may be full or away
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
    /** Calls back once this process has the role, at once or after its predecessor; again if the folder cannot be written. */
    whenOurs(begin: () => void) {
      if (lock) begin();
      else waiting.push(begin);
    },
    /** Hands the role to another process, and never calls back again. */
    release() {
      clearInterval(timer);
      waiting.length = 0;
      lock?.release();
      lock = null;
    },
  };
}
