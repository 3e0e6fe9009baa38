import { entryFile, startThread, type Thread } from '../threads/start.ts';
import { catalogueFileOf } from './catalogue-file.ts';
import type { CheckpointThread } from './checkpoint-thread.ts';
import type { Db } from './open-database.ts';

type Checkpoints = {
  /** Whether those who write all the time shall wait a moment, so that the log can start over. */
  readonly isHeld: () => boolean;
  close(): Promise<void>;
};

const sqliteDefault = 1000;
/** The log of a server that has just started is short, and its processors are busy with the start. */
const usualDelay = 5000;

/**
 * Moves the write-ahead log into the database on its own thread, so that no request pays for it; `db` does so itself
 * until the thread starts, `delayMs` from now, and again when it fails, of which `onFailure` is told.
 */
export function startCheckpoints(
  db: Db,
  onFailure: (error: unknown) => void,
  delayMs = usualDelay,
): Checkpoints {
  const hold = new Int32Array(new SharedArrayBuffer(4));
  const letGo = () => void Atomics.store(hold, 0, 0);
  let thread: Thread<CheckpointThread> | null = null;
  const start = () => {
    if (!db.open) return;
    thread = startThread<CheckpointThread>(entryFile('checkpoint-thread'), {
      data: { files: [db.name, catalogueFileOf(db.name)], hold },
      patienceMs: null, // copying a long log to a slow disk takes its time
      onEnd(error) {
        letGo();
        if (db.open) db.pragma(`wal_autocheckpoint = ${sqliteDefault}`);
        onFailure(error);
      },
    });
    db.pragma('wal_autocheckpoint = 0');
  };
  const timer = setTimeout(start, delayMs).unref();
  return {
    isHeld: () => Atomics.load(hold, 0) === 1,
    async close() {
      clearTimeout(timer);
      await thread?.close().finally(letGo);
    },
  };
}
