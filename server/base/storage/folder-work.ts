import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // A lock of the operating system, gone with its process: that of SQLite on an empty file, as Node has none.
  const lock = new Database(path.join(dataDir, 'work.lock'), { timeout: 0 });
  const waiting: (() => void)[] = [];
  let isOurs = false;
  const take = () => {
    if (isOurs) return;
    try {
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
      isOurs = true;
    } catch (error) {
      if (toStorageFault(error) !== 'locked') throw error;
    }
  };
  try {
    take();
  } catch (error) {
    lock.close();
    throw error;
  }
  const ask = () => {
    try {
      take();
    } catch {
      return; // the disk may be full or away; it is asked again
    }
    if (!isOurs) return;
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
  const timer = isOurs ? undefined : setInterval(ask, askAgainEvery).unref();

  return {
    isOurs: () => isOurs,
    whenOurs(begin) {
      if (isOurs) begin();
      else waiting.push(begin);
    },
    release() {
      clearInterval(timer);
      waiting.length = 0;
      isOurs = false;
      lock.close();
    },
  };
}
