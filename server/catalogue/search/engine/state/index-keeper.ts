import type { Db } from '../../../../base/db/open-database.ts';
import { entryFile, fewNewObjects, keepThread } from '../../../../base/threads/start.ts';
import { createIndexBuilder, type IndexState } from './index-builder.ts';
import { createIndexCalls } from './index-calls.ts';
import type { IndexThread } from './index-thread.ts';

type Options = {
  readonly db: Db;
  readonly snapshotFile: string | null;
  /** Called with each new state, before the update that produced it resolves. */
  readonly onState: (state: IndexState) => void;
  readonly onError: (error: Error) => void;
  /** Idle time after which the thread ends, in milliseconds; the next work starts it again. */
  readonly restMs?: number;
  /** Up to this many models, the index stays on the caller's thread; default 12. */
  readonly fewModels?: number | undefined;
};

/** The large part is rebuilt after this many changes, or changes to a quarter of it, but not for a handful. */
const fewChanges = 500;
const manyChanges = 20_000;
const isWorn = ({ changed, models }: IndexState) =>
  changed > Math.max(fewChanges, Math.min(manyChanges, models / 4));

const usualRestMs = 60_000;
/** Starting a thread takes longer than building the index of this many models. */
const usuallyFew = 12;

type Keeper = {
  update(): Promise<IndexState>;
  rebuild(): Promise<IndexState>;
  adopt(state: IndexState): Promise<IndexState>;
  close(): Promise<void>;
};

/** A database in memory has no second connection, so its index stays on this thread. */
function keepHere(db: Db): Keeper {
  const calls = createIndexCalls(createIndexBuilder(db, null));
  return {
    update: async () => calls.update(),
    rebuild: async () => calls.rebuild(),
    adopt: async (state) => calls.adopt(state),
    close: async () => {},
  };
}

function keepOnThread(data: IndexThread['data']): Keeper {
  const thread = keepThread<IndexThread>(entryFile('index-thread'), {
    limits: fewNewObjects,
    data: () => data,
  });
  return {
    update: () => thread.call('update'),
    rebuild: () => thread.call('rebuild'),
    adopt: (state) => thread.call('adopt', state),
    close: thread.close,
  };
}

/** Keeps a small index on this thread, a large one on another, which ends when idle and later continues from its state. */
function keepWhereItFits(
  db: Db,
  data: IndexThread['data'],
  { restMs = usualRestMs, fewModels = usuallyFew }: Pick<Options, 'restMs' | 'fewModels'>,
): Keeper {
  const countModels = db
    .prepare<[], number>(`SELECT count(*) FROM (SELECT 1 FROM model LIMIT ${fewModels + 1})`)
    .pluck();
  const small = keepHere(db);
  let full: Keeper | null = null;
  let before: IndexState | null = null;
  let isTaken = false;
  let isClosed = false;
  let running = 0;
  let rest: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  function endRested(): void {
    ended = Promise.all([ended, full?.close()]);
    full = null;
  }

  async function run(work: (thread: Keeper, isNew: boolean) => Promise<IndexState>): Promise<IndexState> {
    if (isClosed) throw new Error('The search index is closed.');
    clearTimeout(rest);
    running += 1;
    const isNew = full === null;
    full ??= keepOnThread(data);
    try {
      return await work(full, isNew);
    } finally {
      running -= 1;
      if (running === 0) rest = setTimeout(endRested, restMs).unref();
    }
  }

  return {
    async update() {
      const last = before;
      if (!isTaken && (countModels.get() ?? 0) <= fewModels) before = await small.update();
      else {
        before = await run((thread, isNew) =>
          isNew && last !== null ? thread.adopt(last) : thread.update(),
        );
        isTaken = true;
      }
      return before;
    },
    rebuild: () => run((thread) => thread.rebuild()),
    async adopt(state) {
      isTaken = true;
      before = await run((thread) => thread.adopt(state));
      return before;
    },
    async close() {
      isClosed = true;
      clearTimeout(rest);
      await Promise.all([ended, full?.close()]);
    },
  };
}

/** Keeps the index up to date on another thread. After many changes, rebuilds it beside the active one. */
export function createIndexKeeper(options: Options) {
  const { db, snapshotFile, onState, onError } = options;
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const data = { file: db.name, snapshotFile, progress };
  let isClosed = false;
  const keeper = db.memory ? keepHere(db) : keepWhereItFits(db, data, options);
  let rebuilder: Keeper | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let compaction: Promise<void> | null = null;
  /** The large part whose failure to save has been reported. */
  let unsavedSeq: number | null = null;

  const tell = (state: IndexState) => {
    const { saveFault, baseSeq } = state;
    if (saveFault !== undefined && unsavedSeq !== baseSeq) {
      unsavedSeq = baseSeq;
      onError(
        new Error(`The search index could not be saved, and is built again at the next start: ${saveFault}`),
      );
    }
    onState(state);
  };
  const compact = async () => {
    rebuilder = db.memory ? keepHere(db) : keepOnThread(data);
    try {
      const made = await rebuilder.rebuild();
      if (!isClosed) tell(await keeper.adopt(made));
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
    tell(state);
    if (isWorn(state) && compaction === null && !isClosed) {
      compaction = compact();
      compaction.catch((error: Error) => isClosed || onError(error));
    }
  };
  /** Runs one update at a time; requests during an update share the next one. */
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
    /** Progress of a build, in percent. */
    progress: () => Atomics.load(progress, 0),
    async close() {
      isClosed = true;
      await Promise.all([keeper.close(), rebuilder?.close()]);
    },
  };
}
