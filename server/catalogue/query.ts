import { toSlug } from '../base/text.ts';
import type { DiscoveryQuery } from '../contract/catalogue/discovery-query.ts';
import { limits } from '../contract/limits.ts';
import type { Correction, EngineQuery, SearchEngine } from './search/engine/engine-types.ts';

export const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

const hasText = (text: string | undefined) => text !== undefined && text.trim() !== '';

/** Returns the words of a query as given, if any. */
export const wordsOf = (query: DiscoveryQuery) => query.q ?? query.query;

// toSlug replaces text without letters or digits by a placeholder, which must not match a category.
const slugOf = (name: string) => (/[\p{L}\p{N}]/u.test(name) ? toSlug(name) : '\u0000');

function toCategories(query: DiscoveryQuery): string[] {
  const listed = (query.categories ?? '').split(',');
  return [...new Set([query.category, ...listed].filter(hasText).map((name) => slugOf(name ?? '')))];
}

function toFilters(query: DiscoveryQuery): EngineQuery['filters'] {
  const { subcategory, tag, format, lod, license, type, animated, rigged, triMin, triMax } = query;
  const { sizeMin, sizeMax, sizeMaxX, sizeMaxY, sizeMaxZ, colour } = query;
  const categories = toCategories(query);
  return {
    ...(type !== undefined && { type }),
    ...(categories.length > 0 && { categories }),
    ...(subcategory !== undefined && hasText(subcategory) && { subcategory: slugOf(subcategory) }),
    ...(tag && { tags: tag }),
    ...(format && { formats: format }),
    ...(lod && { lods: lod }),
    ...(license && { licenses: license }),
    ...(animated !== undefined && { animated }),
    ...(rigged !== undefined && { rigged }),
    ...(triMin !== undefined && { triMin }),
    ...(triMax !== undefined && { triMax }),
    ...(sizeMin !== undefined && { sizeMin }),
    ...(sizeMax !== undefined && { sizeMax }),
    ...(sizeMaxX !== undefined && { sizeMaxX }),
    ...(sizeMaxY !== undefined && { sizeMaxY }),
    ...(sizeMaxZ !== undefined && { sizeMaxZ }),
    ...(colour && { colours: colour }),
  };
}

/** Converts a discovery query for the engine: resolves aliases, clamps limits, and turns names into slugs. */
export function toEngineQuery(query: DiscoveryQuery, defaultSort: EngineQuery['sort']): EngineQuery {
  const { max, default: usual } = limits.pageSize;
  const words = wordsOf(query);
  const given = words !== undefined && hasText(words) ? words : null;
  const sort = query.sort ?? defaultSort;
  return {
    words: given,
    sort: sort === 'relevance' && given === null ? 'popular' : sort,
    limit: clamp(query.limit ?? query.topK ?? usual, 1, max),
    offset: clamp(query.offset ?? 0, 0, Number.MAX_SAFE_INTEGER),
    filters: toFilters(query),
  };
}

export type RankedHit = {
  readonly modelId: number;
  readonly score: number;
  readonly lexicalScore: number;
  /** Cosine similarity of meaning, -1 to 1; null without an embedder, or if this model has no vector. */
  readonly embeddingScore: number | null;
};

export type RankedPage = {
  readonly hits: readonly RankedHit[];
  readonly total: number;
  readonly suggestions: readonly string[];
  readonly corrections: readonly Correction[];
  /** False if the answer would change once the embedder responds again. */
  readonly isLasting: boolean;
};

export type Ranking = ReturnType<typeof createLexicalRanking>;

export function createLexicalRanking(engine: SearchEngine) {
  const toPage = ({ hits, ...page }: Awaited<ReturnType<SearchEngine['search']>>): RankedPage => ({
    ...page,
    hits: hits.map(({ modelId, score }) => ({ modelId, score, lexicalScore: score, embeddingScore: null })),
    isLasting: true,
  });
  return {
    search: async (query: EngineQuery) => toPage(await engine.search(query)),
    similar: async (modelId: number, limit: number) => toPage(await engine.similar(modelId, limit)),
    /** Changes with anything that affects the ranking. */
    state: engine.revision,
  };
}
