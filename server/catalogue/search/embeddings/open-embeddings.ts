import { randomUUID } from 'node:crypto';
import { createCommitRevision } from '../../../base/cache/revision-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db/open-database.ts';
import type { FolderWork } from '../../../base/storage/folder-work.ts';
import type { EmbeddingsConfig } from '../../../config/embeddings-settings.ts';
import { createLexicalRanking, type Ranking } from '../../query.ts';
import type { SearchEngine } from '../engine/engine-types.ts';
import { createModelFilter } from '../filter-models.ts';
import { createEmbedder, toEndpoint } from './embedder.ts';
import { startEmbeddingQueue } from './embedding-queue.ts';
import { createHybridSearch } from './hybrid-search.ts';
import { createHybridSimilar } from './hybrid-similar.ts';
import { createQueryVectors } from './query-vectors.ts';
import { openVectorSearch } from './vector-search.ts';
import { openVectorStore } from './vector-store.ts';

type Parts = {
  readonly db: Db;
  readonly engine: SearchEngine;
  readonly settings: EmbeddingsConfig;
  readonly clock: Clock;
  readonly work: FolderWork;
  readonly warn: (message: string) => void;
};

export type Embeddings = {
  readonly ranking: Ranking;
  readonly wake: () => void;
  /** Settles when every model has its vector. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Search by meaning: an embedder at an address, its vectors in the catalogue's database, a queue that fills them. */
export function openEmbeddings({ db, engine, settings, clock, work, warn }: Parts): Embeddings {
  const stopping = new AbortController();
  const embedder = createEmbedder(settings);
  const store = openVectorStore(db, `${toEndpoint(settings.url)} ${settings.model}`);
  const queue = startEmbeddingQueue({ store, embedder, clock, warn, whenDue: work.whenOurs });
  const commits = createCommitRevision(db);
  const vectors = openVectorSearch(db.name);
  const queryVectors = createQueryVectors({ embedder, clock, signal: stopping.signal, warn });
  const lexical = createLexicalRanking(engine);
  const filter = createModelFilter(db);
  const { minSimilarity } = settings;
  const shared = { engine, lexical, vectors, store };
  const run = randomUUID();
  const ranking: Ranking = {
    search: createHybridSearch({ ...shared, queryVectors, filter, minSimilarity, warn }),
    similar: createHybridSimilar(shared),
    // Vectors are no part of the catalogue's revision, so that answers of another run are not taken for the same.
    state: () => `${engine.revision()} ${run} ${work.isOurs() ? queue.written() : `by others ${commits()}`}`,
  };
  return {
    ranking,
    wake: queue.wake,
    idle: queue.idle,
    async close() {
      stopping.abort();
      await queue.close();
      await vectors.close();
    },
  };
}
