import Database from 'better-sqlite3';
import { toStorageFault } from '../storage/storage-fault.ts';
import { serveThread, type ThreadType } from '../threads/serve.ts';
import { logChangedAt } from './log-changed-at.ts';

/** The first of `files` is the database; `hold` holds one number, 1 while busy writers must wait. */
export type CheckpointThread = ThreadType<{ readonly files: readonly string[]; readonly hold: Int32Array }>;

type Frames = { readonly busy: number; readonly log: number; readonly checkpointed: number };

const tick = 100;
/** Ticks to wait after a long-running reader kept the log from starting over. */
const restTicks = 10;
/** Pages of 4 KiB that are worth a checkpoint. */
const worthwhile = 1000;
/** Pages after which writers are briefly held back, so that the log starts over and stays below 32 MiB. */
const tooMany = 8192;

/** Keeps the log of one file short. `startOver` can hold writers back while it runs. */
function watch(file: string, startOver: (restart: () => boolean) => boolean) {
  // A RESTART checkpoint holds the write lock while it waits for readers, so the wait is short.
  const db = new Database(file, { fileMustExist: true, timeout: 50 });
  db.pragma('synchronous = NORMAL');
  const [count, copy, restart] = ['NOOP', 'PASSIVE', 'RESTART'].map((mode) =>
    db.prepare<[], Frames>(`PRAGMA wal_checkpoint(${mode})`),
  );
  let seen = 0;
  let resting = 0;
  const look = () => {
    const changed = logChangedAt(file);
    if (changed === seen) return;
    const { log = 0, checkpointed = 0 } = count?.get() ?? {};
    if (log < tooMany) seen = changed;
    if (log - checkpointed >= worthwhile) copy?.get();
    if (log < tooMany) return;
    if (resting > 0) resting -= 1;
    else resting = startOver(() => restart?.get()?.busy === 0) ? 0 : restTicks;
  };
  return {
    look() {
      try {
        look();
      } catch (error) {
        // On a full disk, the log stays as it is until there is space.
        const fault = toStorageFault(error);
        if (fault === null) throw error;
        resting = fault === 'locked' ? resting : restTicks;
      }
    },
    close: () => db.close(),
  };
}

function start({ files, hold }: CheckpointThread['data']): () => void {
  const startOver = (restart: () => boolean) => {
    Atomics.store(hold, 0, 1);
    try {
      return restart();
    } finally {
      Atomics.store(hold, 0, 0);
    }
  };
  // The busy writers are charges, which go to the first file.
  const watched = files.map((file, index) => watch(file, index === 0 ? startOver : (restart) => restart()));
  const lookAtAll = () => {
    for (const { look } of watched) look();
  };
  const timer = setInterval(lookAtAll, tick);
  return () => {
    clearInterval(timer);
    lookAtAll(); // what was written just before the end
    for (const { close } of watched) close();
  };
}

await serveThread<CheckpointThread>(({ data }) => ({ calls: {}, end: start(data) }));
