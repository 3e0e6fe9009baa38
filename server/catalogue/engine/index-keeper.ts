import type { Db } from '../../db/open-database.ts';
import { createIndexBuilder, type IndexState } from './index-builder.ts';
import { createIndexCalls } from './index-calls.ts';
import type { IndexThreadData } from './index-thread.ts';
import { startThread, type Thread } from './thread-calls.ts';

type Options = {
  readonly db: Db;
  readonly snapshotFile: string | null;
  /** Called with each new state, before the update that brought it settles. */
  readonly onState: (state: IndexState) => void;
  readonly onError: (error: Error) => void;
};

/** The large part is made anew when this many models changed, or a quarter of it, but not for a handful. */
const fewChanges = 500;
const manyChanges = 20_000;
const isWorn = ({ changed, models }: IndexState) =>
  changed > Math.max(fewChanges, Math.min(manyChanges, models / 4));

/** A database in memory has no second connection, so its index is kept on this thread. */
function startLocally(db: Db): Thread {
  const calls = createIndexCalls(createIndexBuilder(db, null));
  const byName: Readonly<Record<string, (input: never) => unknown>> = calls;
  return {
    pending: () => 0,
    call: async (name, input) => byName[name]?.(input as never) as never,
    close: async () => {},
  };
}

/** Keeps the index in line with the catalogue, off this thread; rebuilds it beside the serving one when it is worn. */
export function createIndexKeeper({ db, snapshotFile, onState, onError }: Options) {
  const data: IndexThreadData = { file: db.name, snapshotFile };
  const start = () => (db.memory ? startLocally(db) : startThread('index-thread', data, restart));
  const restart = () => {
    if (!isClosed) keeper = start();
  };
  let isClosed = false;
  let keeper: Thread = start();
  let rebuilder: Thread | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let compaction: Promise<void> | null = null;

  const compact = async () => {
    rebuilder = start();
    try {
      const made = await rebuilder.call<IndexState>('rebuild');
      if (!isClosed) onState(await keeper.call<IndexState>('adopt', made));
    } finally {
      await rebuilder.close();
      rebuilder = null;
      compaction = null;
    }
  };
  const runUpdate = async () => {
    const state = await keeper.call<IndexState>('update');
    onState(state);
    if (isWorn(state) && compaction === null && !isClosed) {
      compaction = compact();
      compaction.catch((error: Error) => isClosed || onError(error));
    }
  };
  /** One update at a time; those who ask meanwhile share the one after it. */
  const update = (): Promise<void> => {
    if (running === null) {
      running = runUpdate().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return update();
      });
    return next;
  };

  return {
    update,
    async close() {
      isClosed = true;
      await Promise.all([keeper.close(), rebuilder?.close()]);
    },
  };
}
