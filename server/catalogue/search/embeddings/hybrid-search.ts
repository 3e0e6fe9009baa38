import { AppError } from '../../../contract/errors.ts';
import type { RankedPage, Ranking } from '../../query.ts';
import type { EngineQuery, SearchEngine } from '../engine/engine-types.ts';
import type { createModelFilter } from '../filter-models.ts';
import { fusedWindow, fuseHits, toSimilarities } from './fuse-hits.ts';
import { fuseRanks } from './fuse-ranks.ts';
import type { QueryVectors } from './query-vectors.ts';
import type { VectorSearch } from './vector-search.ts';
import type { VectorStore } from './vector-store.ts';

type FuseParts = {
  readonly engine: SearchEngine;
  readonly vectors: VectorSearch;
  readonly filter: ReturnType<typeof createModelFilter>;
  /** Smallest cosine similarity at which meaning alone finds a model. */
  readonly minSimilarity: number;
};
type Parts = FuseParts & {
  readonly lexical: Ranking;
  readonly queryVectors: QueryVectors;
  readonly store: Pick<VectorStore, 'dimensions'>;
  readonly warn: (message: string) => void;
};

const hasWord = /[\p{L}\p{N}]/u;

function createFusedSearch({ engine, vectors, filter, minSimilarity }: FuseParts) {
  return async (query: EngineQuery, vector: Float32Array): Promise<RankedPage> => {
    const { offset, limit } = query;
    const page = await engine.search({ ...query, offset: 0, limit: Math.max(fusedWindow, offset + limit) });
    const among = page.hits.map(({ modelId }) => modelId);
    const found = await vectors.find({ vector, limit: fusedWindow, among });
    const known = new Set(among);
    const isPlenty = page.total > fusedWindow;
    const strangers = found.nearest
      .filter(({ modelId, similarity }) => !isPlenty && similarity >= minSimilarity && !known.has(modelId))
      .map(({ modelId }) => modelId);
    const allowed = filter(strangers, query.filters);
    const extras = strangers.filter((id) => allowed.has(id));
    const similarities = toSimilarities(found.nearest, found.among);
    const hits = fuseHits({ hits: page.hits, similarities, extras }).slice(offset, offset + limit);
    const total = page.total + extras.length;
    const { suggestions, corrections } = page;
    return { hits, total, suggestions: total === 0 ? suggestions : [], corrections, isLasting: true };
  };
}

/** Returns a page after the part that meaning reorders; null if there are no more results than that. */
async function searchBehind(engine: SearchEngine, query: EngineQuery): Promise<RankedPage | null> {
  if (query.offset < fusedWindow) return null;
  const page = await engine.search(query);
  if (page.total <= fusedWindow) return null;
  const hits = page.hits.map(({ modelId, score }, place) => ({
    modelId,
    score: fuseRanks({ lexical: query.offset + place, meaning: null }),
    lexicalScore: score,
    embeddingScore: null,
  }));
  return { ...page, hits, isLasting: true };
}

/**
 * Searches by words and meaning. If words find plenty, meaning reorders the first 200; otherwise it also adds models of
 * similar meaning. Without a vector of the query, words alone decide.
 */
export function createHybridSearch(parts: Parts): Ranking['search'] {
  const { engine, lexical, queryVectors, store } = parts;
  const fuse = createFusedSearch(parts);
  const warned = new Set<string>();
  const warnOnce = (error: unknown) => {
    const message = `Meaning could not be compared: ${error instanceof Error ? error.message : error}`;
    if (!warned.has(message)) parts.warn(message);
    warned.add(message);
  };
  const byWords = async (query: EngineQuery): Promise<RankedPage> => ({
    ...(await lexical.search(query)),
    isLasting: false,
  });

  return async (query) => {
    const { words, sort } = query;
    const dimensions = store.dimensions();
    if (words === null || !hasWord.test(words) || sort !== 'relevance' || dimensions === null)
      return lexical.search(query);
    const behind = await searchBehind(engine, query);
    if (behind) return behind;
    const vector = await queryVectors.get(words);
    if (vector?.length !== dimensions) return byWords(query);
    return fuse(query, vector).catch((error: unknown) => {
      // Search by words is not available either while its index is being built.
      if (error instanceof AppError) throw error;
      warnOnce(error);
      return byWords(query);
    });
  };
}
