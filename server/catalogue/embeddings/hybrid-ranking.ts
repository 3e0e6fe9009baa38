import type { EngineQuery, SearchEngine } from '../engine/search-engine.ts';
import type { RankedHit, RankedPage, Ranking } from '../ranked-search.ts';
import type { createModelFilter } from './filter-models.ts';
import { fuseRanks } from './fuse-ranks.ts';
import type { QueryVectors } from './query-vectors.ts';
import type { Near } from './vector-messages.ts';
import type { VectorSearch } from './vector-search.ts';
import type { VectorStore } from './vector-store.ts';

type Parts = {
  readonly engine: SearchEngine;
  readonly lexical: Ranking;
  readonly queryVectors: QueryVectors;
  readonly vectors: VectorSearch;
  readonly store: Pick<VectorStore, 'vectorOf' | 'dimensions'>;
  readonly filter: ReturnType<typeof createModelFilter>;
  /** Cosine similarity from which a model is found by its meaning alone. */
  readonly minSimilarity: number;
  readonly state: () => string;
  readonly warn: (message: string) => void;
};

/** The part of a ranking that meaning may reorder; behind it, words alone decide. */
const window = 200;
const hasWord = /[\p{L}\p{N}]/u;

type Candidates = {
  readonly hits: Awaited<ReturnType<SearchEngine['search']>>['hits'];
  readonly similarities: ReadonlyMap<number, number>;
  readonly extras: readonly number[];
};

function fuse({ hits, similarities, extras }: Candidates): RankedHit[] {
  const ids = [...hits.slice(0, window).map(({ modelId }) => modelId), ...extras];
  const byMeaning = ids
    .filter((id) => similarities.has(id))
    .sort((a, b) => (similarities.get(b) ?? 0) - (similarities.get(a) ?? 0));
  const meaningPlace = new Map(byMeaning.map((id, place) => [id, place]));
  const lexical = new Map(hits.map(({ modelId, score }, place) => [modelId, { score, place }]));
  const toHit = (modelId: number): RankedHit => ({
    modelId,
    score: fuseRanks({
      lexical: lexical.get(modelId)?.place ?? null,
      meaning: meaningPlace.get(modelId) ?? null,
    }),
    lexicalScore: lexical.get(modelId)?.score ?? 0,
    embeddingScore: similarities.get(modelId) ?? null,
  });
  const fused = ids.map(toHit).sort((a, b) => b.score - a.score);
  return [...fused, ...hits.slice(window).map(({ modelId }) => toHit(modelId))];
}

const toSimilarities = (...lists: readonly (readonly Near[])[]) =>
  new Map(lists.flat().map(({ modelId, similarity }) => [modelId, similarity]));

/**
 * Ranks by words and meaning. Where words find plenty, meaning reorders the first 200; where they find fewer, models
 * whose meaning is near enough come in as well. Without a vector of the query, words alone answer.
 */
export function createHybridRanking(parts: Parts): Ranking {
  const { engine, lexical, queryVectors, vectors, store, filter, minSimilarity } = parts;
  const warned = new Set<string>();
  const warnOnce = (message: string) => {
    if (!warned.has(message)) parts.warn(message);
    warned.add(message);
  };
  const byWords = async (query: EngineQuery): Promise<RankedPage> => ({
    ...(await lexical.search(query)),
    isLasting: false,
  });
  const fuseSearch = async (query: EngineQuery, vector: Float32Array): Promise<RankedPage> => {
    const { offset, limit } = query;
    const page = await engine.search({ ...query, offset: 0, limit: Math.max(window, offset + limit) });
    const among = page.hits.map(({ modelId }) => modelId);
    const found = await vectors.find({ vector, limit: window, among });
    const known = new Set(among);
    const near =
      page.total > window ? [] : found.nearest.filter(({ similarity }) => similarity >= minSimilarity);
    const strangers = near.map(({ modelId }) => modelId).filter((id) => !known.has(id));
    const allowed = filter(strangers, query.filters);
    const extras = strangers.filter((id) => allowed.has(id));
    const hits = fuse({ hits: page.hits, similarities: toSimilarities(found.nearest, found.among), extras });
    const total = page.total + extras.length;
    const suggestions = total === 0 ? page.suggestions : [];
    return { hits: hits.slice(offset, offset + limit), total, suggestions, isLasting: true };
  };

  /** A page behind the part that meaning reorders; null where the whole list is that part. */
  const searchBehind = async (query: EngineQuery): Promise<RankedPage | null> => {
    if (query.offset < window) return null;
    const page = await engine.search(query);
    if (page.total <= window) return null;
    const hits = page.hits.map(({ modelId, score }, place) => ({
      modelId,
      score: fuseRanks({ lexical: query.offset + place, meaning: null }),
      lexicalScore: score,
      embeddingScore: null,
    }));
    return { ...page, hits, isLasting: true };
  };

  return {
    async search(query) {
      const { words, sort } = query;
      if (words === null || !hasWord.test(words) || sort !== 'relevance' || store.dimensions() === null)
        return lexical.search(query);
      const behind = await searchBehind(query);
      if (behind) return behind;
      const vector = await queryVectors.get(words);
      if (vector === null || vector.length !== store.dimensions()) return byWords(query);
      return fuseSearch(query, vector).catch((error: unknown) => {
        warnOnce(`Meaning could not be compared: ${error instanceof Error ? error.message : error}`);
        return byWords(query);
      });
    },
    async similar(modelId, limit) {
      const page = await engine.similar(modelId, limit);
      const vector = store.vectorOf(modelId);
      if (vector === null) return lexical.similar(modelId, limit);
      const among = page.hits.map((hit) => hit.modelId);
      const found = await vectors.find({ vector, limit: limit + 1, among }).catch(() => null);
      if (found === null) return lexical.similar(modelId, limit);
      const known = new Set([modelId, ...among]);
      const extras = found.nearest.map((near) => near.modelId).filter((id) => !known.has(id));
      const similarities = toSimilarities(found.nearest, found.among);
      const hits = fuse({ hits: page.hits, similarities, extras }).slice(0, limit);
      return { hits, total: hits.length, suggestions: [], isLasting: true };
    },
    state: parts.state,
  };
}
