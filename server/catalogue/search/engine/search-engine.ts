import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../../base/db/open-database.ts';
import { sightNow } from '../../../base/sight.ts';
import { AppError } from '../../../contract/errors.ts';
import { sentence } from '../../../contract/sentence.ts';
import { createDatabaseListing } from '../filter-models.ts';
import * as weights from '../weights.ts';
import type { EngineQuery, SearchEngine } from './engine-types.ts';
import { readSynonymFile, watchSynonymFile } from './match/synonym-file.ts';
import type { Answers, Searcher } from './searcher.ts';
import { hashWords } from './segment/title-hash.ts';
import type { IndexState } from './state/index-builder.ts';
import { createIndexKeeper } from './state/index-keeper.ts';
import { createJournal } from './state/journal.ts';
import { createLiveIndex } from './state/live-index.ts';
import { createNarrowSearchers } from './state/narrow-searchers.ts';
import { createQueryPool, type QueryPool } from './state/query-pool.ts';
import { followAsked, warmUp } from './state/warm-up.ts';

export type SearchEngineOptions = {
  readonly db: Db;
  /** Holds the snapshot (`search.index`) and an admin's `synonyms.txt`; null: memory only. */
  readonly dataDir: string | null;
  /** Number of query threads for large catalogues; default 2. */
  readonly threads?: number;
  /** Catalogues with more models are searched on threads; default 100,000. */
  readonly inThreadModels?: number;
  /** Up to this many models, the index stays on the caller's thread and is not saved; default 12. */
  readonly fewModels?: number;
  /** How long a query waits for the first index before it is rejected, in milliseconds; 0: not at all; default 1000. */
  readonly patience?: number;
  /** Time before a failed build is retried, in milliseconds; default ten seconds. */
  readonly retryAfter?: number;
  readonly onError?: (error: Error) => void;
};

/** Up to here a query takes about a millisecond; a round trip to a thread would add half of that. */
const inThreadModels = 100_000;

/** Identifies the ranking: other synonyms or weights rank the same catalogue differently. */
const nameRanking = (synonyms: string) => hashWords([synonyms, JSON.stringify(weights)]).toString(36);

const hasWords = ({ words }: EngineQuery) => words !== null && words.trim() !== '';

/** Returns the error for queries before the index is ready; `percent` is null if it could not be built. */
function notYet(percent: number | null, retryAfter: number) {
  if (percent !== null)
    return new AppError(
      'UNAVAILABLE',
      sentence`The search index is being built: ${{ percent }}% done. Try again in a moment.`,
      { details: { percent, retryAfterSeconds: 1 } },
    );
  const retryAfterSeconds = Math.ceil(retryAfter / 1000);
  return new AppError(
    'UNAVAILABLE',
    sentence`Search is down: its index could not be built. The server tries again in ${{ seconds: retryAfterSeconds }} s; its log has the reason.`,
    { details: { retryAfterSeconds } },
  );
}

/** Creates the search index of a catalogue, and keeps it in line with the database. */
export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { db, dataDir, threads = 2, patience = 1000, retryAfter = 10_000, onError = () => {} } = options;
  let { text: synonyms } = readSynonymFile(dataDir);
  let ranking = nameRanking(synonyms);
  const journal = createJournal(db);
  const listFromDatabase = createDatabaseListing(db);
  const open = createLiveIndex();
  let pool: QueryPool | null = null;
  let searcher: Searcher | null = null;
  let current: IndexState | null = null;
  /** Identifies the content of `current`, and its ranking. */
  let contentName = '';
  let isLarge = false;
  let isClosed = false;
  let hasFailed = false;
  /** The last change in a listing from the database, before there was an index. */
  let listedTo = 0;
  const asked = { times: 0 };

  const adopt = (state: IndexState) => {
    if (isClosed) return;
    const isFirst = current === null;
    current = state;
    contentName = `${state.content.toString(36)}-${ranking}`;
    isLarge = state.models > (options.inThreadModels ?? inThreadModels);
    searcher = open({ state, synonyms });
    const { isLight } = searcher;
    if (isFirst)
      warmUp({
        searcher,
        base: state.base,
        isEnough: () => isClosed,
        isAsked: followAsked(asked),
        ...(isLarge && { isWanted: isLight }),
      });
    if (pool) pool.adopt({ state, synonyms });
    else if (isLarge) pool = createQueryPool(threads, { state, synonyms });
  };
  const readSynonyms = () => {
    const { text } = readSynonymFile(dataDir);
    if (text === synonyms) return;
    synonyms = text;
    ranking = nameRanking(synonyms);
    if (current !== null) adopt(current);
  };
  const endWatch = watchSynonymFile(dataDir, readSynonyms);
  const keeper = createIndexKeeper({
    db,
    snapshotFile: dataDir === null ? null : path.join(dataDir, 'search.index'),
    onState: adopt,
    onError,
    fewModels: options.fewModels,
  });
  const closing = new AbortController();
  const begin = async () => {
    while (current === null && !isClosed) {
      try {
        await keeper.update();
      } catch (error) {
        if (isClosed) return;
        hasFailed = true;
        onError(error instanceof Error ? error : new Error(String(error)));
        await wait(retryAfter, null, { ref: false, signal: closing.signal }).catch(() => {});
      }
    }
  };
  const ready = begin();
  const apply = async () => {
    try {
      await keeper.update();
    } catch (error) {
      // An index built from zero models must not be kept.
      if (!isClosed && current?.models === 0) {
        [current, searcher, hasFailed] = [null, null, true];
        void begin();
      }
      throw error;
    }
  };
  const home = () => (isLarge ? pool : searcher);
  /** Returns the searcher once it is ready. Throws UNAVAILABLE if that takes longer than a person should wait. */
  const waitForHome = async () => {
    if (!hasFailed && patience > 0) await Promise.race([ready, wait(patience, null, { ref: false })]);
    const found = narrow() ?? home();
    if (found === null) throw notYet(hasFailed ? null : keeper.progress(), retryAfter);
    return found;
  };
  /** True until the index includes everything that the database has listed, so that no listing goes back in time. */
  const isBehind = () => current === null || current.seq < listedTo;
  const findNarrow = createNarrowSearchers();
  const narrow = (): Answers | null => {
    const hidden = sightNow()?.hiddenIds;
    return current !== null && hidden?.size ? findNarrow({ state: current, synonyms, hidden }) : null;
  };
  const target = (query: EngineQuery) =>
    narrow() ?? (isLarge && searcher?.isLight(query) ? searcher : home());

  return {
    search: async (query) => {
      asked.times += 1;
      if (isBehind() && !hasWords(query)) {
        if (current === null) listedTo = journal.last();
        return listFromDatabase(query);
      }
      return (target(query) ?? (await waitForHome())).search(query);
    },
    facets: async (query) => (target(query) ?? (await waitForHome())).facets(query),
    similar: async (modelId, limit) => (narrow() ?? home() ?? (await waitForHome())).similar(modelId, limit),
    readSynonyms,
    tryOut(query, text) {
      if (current === null) throw notYet(hasFailed ? null : keeper.progress(), retryAfter);
      return open({ state: current, synonyms: text }).search(query);
    },
    apply,
    revision: () =>
      isBehind() || current === null ? `${journal.catalogueId}-${journal.last()}-${ranking}` : contentName,
    seq: () => (isBehind() || current === null ? journal.last() : current.seq),
    isLatest(modelIds) {
      if (isBehind() || current === null || journal.last() === current.seq) return true;
      return journal.floor() <= current.seq && !journal.isAnyChangedSince(current.seq, modelIds);
    },
    ready,
    async close() {
      isClosed = true;
      closing.abort();
      endWatch();
      await keeper.close();
      await pool?.close();
    },
  };
}
