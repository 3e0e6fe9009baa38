import type { Db } from '../../db/open-database.ts';
import { createIndexBuilder, type IndexState } from './index-builder.ts';
import { createIndexCalls } from './index-calls.ts';
import type { IndexThreadData } from './index-thread.ts';
import { startThread } from './thread-calls.ts';

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

type Keeper = {
  update(): Promise<IndexState>;
  rebuild(): Promise<IndexState>;
  adopt(state: IndexState): Promise<IndexState>;
  close(): Promise<void>;
};

/** A database in memory has no second connection, so its index is kept on this thread. */
function keepHere(db: Db): Keeper {
  const calls = createIndexCalls(createIndexBuilder(db, null));
  return {
    update: async () => calls.update(),
    rebuild: async () => calls.rebuild(),
    adopt: async (state) => calls.adopt(state),
    close: async () => {},
  };
}

function keepOnThread(data: IndexThreadData, onEnd: () => void): Keeper {
  const thread = startThread('index-thread', data, onEnd);
  return {
    update: () => thread.call<IndexState>('update'),
    rebuild: () => thread.call<IndexState>('rebuild'),
    adopt: (state) => thread.call<IndexState>('adopt', state),
    close: thread.close,
  };
}

/** Keeps the index in line with the catalogue, off this thread; rebuilds it beside the serving one when it is worn. */
export function createIndexKeeper({ db, snapshotFile, onState, onError }: Options) {
  const data: IndexThreadData = { file: db.name, snapshotFile };
  const start = () => (db.memory ? keepHere(db) : keepOnThread(data, restart));
  const restart = () => {
    if (!isClosed) keeper = start();
  };
  let isClosed = false;
  let keeper = start();
  let rebuilder: Keeper | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let compaction: Promise<void> | null = null;

  const compact = async () => {
    rebuilder = start();
    try {
      const made = await rebuilder.rebuild();
      if (!isClosed) onState(await keeper.adopt(made));
    } finally {
      await rebuilder.close();
      rebuilder = null;
      compaction = null;
    }
  };
  const runUpdate = async () => {
    const state = await keeper.update().catch((error: Error) => {
      if (isClosed) return null;
      throw error;
    });
    if (state === null) return;
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
