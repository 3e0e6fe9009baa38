import Database from 'better-sqlite3';
import { toStorageFault } from '../storage/storage-fault.ts';
import { serveThread, type ThreadType } from '../threads/serve.ts';
import { logChangedAt } from './log-changed-at.ts';

/** Of `files`, the first is the database; `hold` is one number: 1 asks those who write all the time to wait. */
export type CheckpointThread = ThreadType<{ readonly files: readonly string[]; readonly hold: Int32Array }>;

type Frames = { readonly busy: number; readonly log: number; readonly checkpointed: number };

const tick = 100;
/** Ticks to wait after a long reader kept the log from starting over. */
const restTicks = 10;
/** Pages of 4 KiB that are worth copying into the database. */
const worthwhile = 1000;
/** Pages from which writers are held back for a moment, so that the log starts over and stays bounded: 32 MiB. */
const tooMany = 8192;

/** Looks after the log of one file. `startOver` may keep writers away while it runs. */
function watch(file: string, startOver: (restart: () => boolean) => boolean) {
  // A checkpoint that starts the log over holds the write lock while it waits for readers: not for long.
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
        // On a full disk the log stays where it is until there is space.
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
  // Those who write all the time write money, which is in the first.
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
