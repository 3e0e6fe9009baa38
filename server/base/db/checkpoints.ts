import { entryFile, startThread } from '../threads/start.ts';
import type { CheckpointThread } from './checkpoint-thread.ts';
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
  const hold = new Int32Array(new SharedArrayBuffer(4));
  const letGo = () => void Atomics.store(hold, 0, 0);
  const thread = startThread<CheckpointThread>(entryFile('checkpoint-thread'), {
    data: { file: db.name, hold },
    patienceMs: null, // copying a long log to a slow disk takes its time
    onEnd(error) {
      letGo();
      if (db.open) db.pragma(`wal_autocheckpoint = ${sqliteDefault}`);
      onFailure(error);
    },
  });
  db.pragma('wal_autocheckpoint = 0');
  return {
    isHeld: () => Atomics.load(hold, 0) === 1,
    close: () => thread.close().finally(letGo),
  };
}
