import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CheckpointThreadData } from './checkpoint-thread.ts';
import type { Db } from './open-database.ts';

export type Checkpoints = {
  /** Whether those who write all the time shall wait a moment, so that the log can start over. */
  readonly isHeld: () => boolean;
  close(): Promise<void>;
};

const sqliteDefault = 1000;

/**
 * Moves the write-ahead log into the database on a thread of its own, so that no request pays for it. When the thread
 * fails, `db` goes back to doing so itself and `onFailure` is told.
 */
export function startCheckpoints(db: Db, onFailure: (error: unknown) => void): Checkpoints {
  const extension = path.extname(import.meta.filename);
  const hold = new Int32Array(new SharedArrayBuffer(4));
  const workerData: CheckpointThreadData = { file: db.name, hold };
  const thread = new Worker(path.join(import.meta.dirname, `checkpoint-thread${extension}`), { workerData });
  thread.unref();
  db.pragma('wal_autocheckpoint = 0');
  thread.on('error', (error) => {
    if (db.open) db.pragma(`wal_autocheckpoint = ${sqliteDefault}`);
    onFailure(error);
  });
  let hasEnded = false;
  thread.once('exit', () => {
    hasEnded = true;
    Atomics.store(hold, 0, 0);
  });
  return {
    isHeld: () => Atomics.load(hold, 0) === 1,
    async close() {
      if (hasEnded) return;
      const ended = once(thread, 'exit');
      thread.ref();
      thread.postMessage('close');
      await ended;
    },
  };
}
