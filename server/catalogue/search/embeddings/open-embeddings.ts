import { randomUUID } from 'node:crypto';
import { createCommitRevision } from '../../../base/cache/revision-cache.ts';
import type { Core } from '../../../base/core.ts';
import type { EmbeddingsConfig } from '../../../config/embeddings-settings.ts';
import { createLexicalRanking, type Ranking } from '../../query.ts';
import type { SearchEngine } from '../engine/engine-types.ts';
import { createModelFilter } from '../filter-models.ts';
import { createEmbedder, type Embedder, toEndpoint } from './embedder.ts';
import { startEmbeddingQueue } from './embedding-queue.ts';
import { createHybridSearch } from './hybrid-search.ts';
import { createHybridSimilar } from './hybrid-similar.ts';
import { createPackEmbedder } from './pack/pack-embedder.ts';
import { createQueryVectors } from './query-vectors.ts';
import { openVectorSearch } from './vector-search.ts';
import { openVectorStore } from './vector-store.ts';

type Parts = Pick<Core, 'db' | 'clock' | 'work'> & {
  readonly engine: SearchEngine;
  readonly settings: EmbeddingsConfig;
  readonly warn: (message: string) => void;
};

export type Embeddings = ReturnType<typeof openEmbeddings>;

type Opened = {
  /** One for queries and one for models, as some embedders require different prefixes. */
  readonly queries: Embedder;
  readonly documents: Embedder;
  /** Identifies the embedder; vectors of different sources cannot be compared. */
  readonly source: string;
  readonly close?: () => Promise<void>;
};

function openEmbedder(settings: EmbeddingsConfig): Opened {
  const { pack } = settings;
  if (pack === null) {
    const embedder = createEmbedder(settings);
    const source = `${toEndpoint(settings.url)} ${settings.model}`;
    return { queries: embedder, documents: embedder, source };
  }
  const { embed, close } = createPackEmbedder(pack);
  const after = (prefix: string): Embedder => ({
    embed: (texts, signal) =>
      embed(
        texts.map((text) => prefix + text),
        signal,
      ),
  });
  const { queryPrefix, documentPrefix, id } = pack;
  return { queries: after(queryPrefix), documents: after(documentPrefix), source: `pack ${id}`, close };
}

/** Opens search by meaning: an embedder at an address or in a pack, stored vectors, and a queue that fills them. */
export function openEmbeddings({ db, engine, settings, clock, work, warn }: Parts) {
  const stopping = new AbortController();
  const { queries, documents, source, close } = openEmbedder(settings);
  const store = openVectorStore(db, source);
  const queue = startEmbeddingQueue({ store, embedder: documents, clock, warn, whenDue: work.whenOurs });
  // Loads the pack now, which takes seconds, so that failures are logged before anyone searches.
  if (settings.pack !== null)
    queries.embed(['chair'], stopping.signal).catch((error: Error) => {
      if (!stopping.signal.aborted) warn(`${error.message} Search by words works.`);
    });
  const commits = createCommitRevision(db);
  const vectors = openVectorSearch(db.name);
  const queryVectors = createQueryVectors({ embedder: queries, clock, signal: stopping.signal, warn });
  const lexical = createLexicalRanking(engine);
  const filter = createModelFilter(db);
  const { minSimilarity } = settings;
  const shared = { engine, lexical, vectors, store };
  const run = randomUUID();
  const ranking: Ranking = {
    search: createHybridSearch({ ...shared, queryVectors, filter, minSimilarity, warn }),
    similar: createHybridSimilar(shared),
    // The catalogue's revision does not cover vectors, so the state must differ between runs.
    state: () => `${engine.revision()} ${run} ${work.isOurs() ? queue.written() : `by others ${commits()}`}`,
  };
  return {
    ranking,
    wake: queue.wake,
    /** Resolves once every model has its vector. */
    idle: queue.idle,
    async close() {
      stopping.abort();
      await Promise.all([queue.close(), close?.()]);
      await vectors.close();
    },
  };
}
