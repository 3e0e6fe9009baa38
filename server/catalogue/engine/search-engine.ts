import type { Db } from '../../db/open-database.ts';
import type { SearchEngine } from './engine-types.ts';

export type {
  EngineFacets,
  EngineFilters,
  EngineHit,
  EnginePage,
  EngineQuery,
  EngineSort,
  SearchEngine,
} from './engine-types.ts';

export type SearchEngineOptions = {
  readonly db: Db;
  /** Holds the snapshot (`search.index`) and an admin's `synonyms.txt`; null keeps everything in memory. */
  readonly dataDir: string | null;
  /** Query threads for large catalogues; default 2. */
  readonly threads?: number;
};

export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  throw new Error(`not built yet for ${options.dataDir}`);
}
