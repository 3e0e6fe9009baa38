import path from 'node:path';
import type { Db } from '../../db/open-database.ts';
import { createDatabaseSearch } from './database-search.ts';
import type { SearchEngine } from './engine-types.ts';
import type { IndexState } from './index-builder.ts';
import { createIndexKeeper } from './index-keeper.ts';
import { createJournal } from './journal.ts';
import { createLiveIndex } from './live-index.ts';
import { createQueryPool, type QueryPool } from './query-pool.ts';
import type { Searcher } from './searcher.ts';
import { readSynonymFile } from './synonym-file.ts';

export type {
  EngineFacets,
  EngineFilters,
  EngineHit,
  EnginePage,
  EngineQuery,
  EngineSort,
  FacetName,
  SearchEngine,
} from './engine-types.ts';

export type SearchEngineOptions = {
  readonly db: Db;
  /** Holds the snapshot (`search.index`) and an admin's `synonyms.txt`; null keeps everything in memory. */
  readonly dataDir: string | null;
  /** Query threads for large catalogues; default 2. */
  readonly threads?: number;
  /** Catalogues of more models are searched on threads; default 100,000. */
  readonly inThreadModels?: number;
  /** Told of what went wrong with the index; discovery goes on from the database. */
  readonly onError?: (error: Error) => void;
};

/** Up to here a query takes about a millisecond, and the way to a thread and back would add half of that. */
const inThreadModels = 100_000;

/** The search index of a catalogue, kept in line with its rows. */
export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { db, dataDir, threads = 2, onError = () => {} } = options;
  const synonyms = readSynonymFile(dataDir);
  const journal = createJournal(db);
  const fromDatabase = createDatabaseSearch(db);
  const open = createLiveIndex(synonyms);
  let pool: QueryPool | null = null;
  let searcher: Searcher | null = null;
  let seq: number | null = null;
  let isClosed = false;

  const adopt = (state: IndexState) => {
    if (isClosed) return;
    seq = state.seq;
    const isLarge = state.models > (options.inThreadModels ?? inThreadModels);
    searcher = isLarge ? null : open(state);
    if (pool) pool.adopt(state);
    else if (isLarge) pool = createQueryPool(threads, state, synonyms);
  };
  const keeper = createIndexKeeper({
    db,
    snapshotFile: dataDir === null ? null : path.join(dataDir, 'search.index'),
    onState: adopt,
    onError,
  });
  const ready = keeper.update();
  ready.catch((error: Error) => isClosed || onError(error));
  const target = () => (seq === null ? fromDatabase : (searcher ?? pool ?? fromDatabase));

  return {
    search: async (query) => target().search(query),
    facets: async (query) => target().facets(query),
    similar: async (modelId, limit) => target().similar(modelId, limit),
    apply: () => keeper.update(),
    revision: () =>
      seq === null ? `${journal.catalogueId}-d${journal.last()}` : `${journal.catalogueId}-${seq}`,
    ready,
    async close() {
      isClosed = true;
      await keeper.close();
      await pool?.close();
    },
  };
}
