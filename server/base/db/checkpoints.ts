import { entryFile, startThread, type Thread } from '../threads/start.ts';
import { catalogueFileOf } from './catalogue-file.ts';
import type { CheckpointThread } from './checkpoint-thread.ts';
import { logChangedAt } from './log-changed-at.ts';
import type { Db } from './open-database.ts';

const sqliteDefault = 1000;
/** Milliseconds. A server that has just started has a short log and busy processors. */
const usualDelay = 5000;
const usualRest = 60_000;

/**
 * Runs checkpoints on their own thread, so that no request pays for them. `db` makes them itself before the thread
 * starts, `delayMs` from now; after the log has not changed for `restMs`, which ends the thread until it does; and if
 * the thread fails, which calls `onFailure`.
 */
export function startCheckpoints(
  db: Db,
  onFailure: (error: unknown) => void,
  { delayMs = usualDelay, restMs = usualRest } = {},
) {
  const files = [db.name, catalogueFileOf(db.name)];
  const hold = new Int32Array(new SharedArrayBuffer(4));
  const letGo = () => void Atomics.store(hold, 0, 0);
  let thread: Thread<CheckpointThread> | null = null;
  let ended: Promise<void> = Promise.resolve();
  let seen = '';
  let changedAt = 0;
  const start = () => {
    thread = startThread<CheckpointThread>(entryFile('checkpoint-thread'), {
      data: { files, hold },
      patienceMs: null, // copying a long log to a slow disk takes time
      onEnd(error) {
        clearInterval(timer);
        letGo();
        if (db.open) db.pragma(`wal_autocheckpoint = ${sqliteDefault}`);
        onFailure(error);
      },
    });
    db.pragma('wal_autocheckpoint = 0');
  };
  const end = async (ending: Thread<CheckpointThread>) => {
    thread = null;
    await ending.close();
    letGo();
  };
  const look = () => {
    if (!db.open) return;
    const now = files.map(logChangedAt).join();
    if (now !== seen) {
      seen = now;
      changedAt = performance.now();
      if (thread === null) start();
    } else if (thread !== null && performance.now() - changedAt >= restMs) {
      db.pragma(`wal_autocheckpoint = ${sqliteDefault}`);
      ended = end(thread);
    }
  };
  const timer = setInterval(look, delayMs).unref();
  return {
    /** Whether busy writers must pause briefly, so that the log can start over. */
    isHeld: () => Atomics.load(hold, 0) === 1,
    async close() {
      clearInterval(timer);
      await Promise.all([ended, thread && end(thread)]);
    },
  };
}
