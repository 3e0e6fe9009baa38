import path from 'node:path';
import type { Db } from '../../db/open-database.ts';
import * as weights from '../ranking/weights.ts';
import { createDatabaseSearch } from './database-search.ts';
import type { EngineQuery, SearchEngine } from './engine-types.ts';
import type { IndexState } from './index-builder.ts';
import { createIndexKeeper } from './index-keeper.ts';
import { createJournal } from './journal.ts';
import { createLiveIndex } from './live-index.ts';
import { createPreparedAnswers } from './prepared-answers.ts';
import { createQueryPool, type QueryPool } from './query-pool.ts';
import type { Searcher } from './searcher.ts';
import { readSynonymFile, watchSynonymFile } from './synonym-file.ts';
import { hashWords } from './title-hash.ts';
import { createAskNote, warmUp } from './warm-up.ts';

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

/** Another text of synonyms, or other weights, rank the same catalogue in another way. */
const nameRanking = (synonyms: string) => hashWords([synonyms, JSON.stringify(weights)]).toString(36);

/** The search index of a catalogue, kept in line with its rows. */
export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { db, dataDir, threads = 2, onError = () => {} } = options;
  let synonyms = readSynonymFile(dataDir);
  let ranking = nameRanking(synonyms);
  const journal = createJournal(db);
  const fromDatabase = createDatabaseSearch(db);
  const open = createLiveIndex();
  let pool: QueryPool | null = null;
  let searcher: Searcher | null = null;
  let current: IndexState | null = null;
  let isLarge = false;
  let isClosed = false;
  const asked = createAskNote();
  const prepared = createPreparedAnswers(asked.follow());

  const adopt = (state: IndexState) => {
    if (isClosed) return;
    const isFirst = current === null;
    current = state;
    isLarge = state.models > (options.inThreadModels ?? inThreadModels);
    searcher = open({ state, synonyms });
    const { isLight } = searcher;
    if (isFirst)
      warmUp({
        searcher,
        base: state.base,
        isEnough: () => isClosed,
        isAsked: asked.follow(),
        ...(isLarge && { isWanted: isLight }),
      });
    if (pool) pool.adopt({ state, synonyms });
    else if (isLarge) pool = createQueryPool(threads, { state, synonyms });
    prepared.renew(isLarge ? pool : null);
  };
  const endWatch = watchSynonymFile(dataDir, () => {
    synonyms = readSynonymFile(dataDir);
    ranking = nameRanking(synonyms);
    if (current !== null) adopt(current);
  });
  const keeper = createIndexKeeper({
    db,
    snapshotFile: dataDir === null ? null : path.join(dataDir, 'search.index'),
    onState: adopt,
    onError,
  });
  const ready = keeper.update();
  ready.catch((error: Error) => isClosed || onError(error));
  const home = () => (isLarge ? pool : searcher) ?? fromDatabase;
  const target = (query: EngineQuery) => (isLarge && searcher?.isLight(query) ? searcher : home());

  return {
    search: async (query) => {
      asked.note();
      return prepared.page(query) ?? target(query).search(query);
    },
    facets: async (query) => prepared.facets(query) ?? target(query).facets(query),
    similar: async (modelId, limit) => home().similar(modelId, limit),
    apply: () => keeper.update(),
    revision: () =>
      [journal.catalogueId, current === null ? `d${journal.last()}` : current.seq, ranking].join('-'),
    ready,
    prepared: prepared.settled,
    async close() {
      isClosed = true;
      prepared.renew(null);
      endWatch();
      await keeper.close();
      await pool?.close();
    },
  };
}
