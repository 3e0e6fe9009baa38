import type { Facets } from '../../../contract/catalogue/discovery.ts';

export type EngineSort = 'relevance' | 'popular' | 'newest' | 'title' | 'triangles';

/** Values of one filter are alternatives; different filters must all hold. */
export type EngineFilters = {
  readonly type?: number;
  /** Slugs. */
  readonly categories?: readonly string[];
  /** A slug. */
  readonly subcategory?: string;
  readonly tags?: readonly string[];
  readonly formats?: readonly string[];
  readonly lods?: readonly string[];
  readonly licenses?: readonly string[];
  readonly animated?: boolean;
  readonly rigged?: boolean;
  readonly triMin?: number;
  readonly triMax?: number;
  /** Bytes, of the topologies in `lods` where there are any, as are triangles. */
  readonly sizeMin?: number;
  readonly sizeMax?: number;
  readonly colours?: readonly string[];
  /** The most metres of a model's width, height and depth; one whose size is not known is in none. */
  readonly sizeMaxX?: number;
  readonly sizeMaxY?: number;
  readonly sizeMaxZ?: number;
};

export const facetNames = [
  'categories',
  'formats',
  'lods',
  'licenses',
  'types',
  'tags',
  'animated',
  'rigged',
  'triangles',
  'sizes',
  'colours',
] as const;
export type FacetName = (typeof facetNames)[number];

export type EngineQuery = {
  /** Words, with -exclusions and "phrases"; null or blank lists everything, text without any word finds nothing. */
  readonly words: string | null;
  /** Relevance without words means popular. */
  readonly sort: EngineSort;
  readonly limit: number;
  readonly offset: number;
  readonly filters: EngineFilters;
  /** The facets to count, all by default; the others come empty. */
  readonly facets?: readonly FacetName[];
};

export type EngineHit = { readonly modelId: number; readonly score: number };

export type EnginePage = {
  readonly hits: readonly EngineHit[];
  /** Models that match all words, next to few of those the ones that lack one; where none does, those that match any. */
  readonly total: number;
  /** Near misses as query texts, only when nothing matches. */
  readonly suggestions: readonly string[];
  /** Words that no model has, with the words that were looked for in place of each. */
  readonly corrections: readonly Correction[];
};

export type Correction = { readonly from: string; readonly to: readonly string[] };

export type EngineFacets = Omit<Facets, 'ok'>;

export type SearchEngine = {
  search(query: EngineQuery): Promise<EnginePage>;
  /** Counts each facet over the selection without the facet's own constraint. */
  facets(query: EngineQuery): Promise<EngineFacets>;
  /** Models that share the telling words of this one, best first, without itself; empty for an unknown id. */
  similar(modelId: number, limit: number): Promise<EnginePage>;
  /** Searches with another text of synonyms, in this thread. Throws UNAVAILABLE until the index serves. */
  tryOut(query: EngineQuery, synonyms: string): EnginePage;
  /** Takes the file of synonyms at once, which is else looked at every second. */
  readSynonyms(): void;
  /** Takes over what was committed to the catalogue since; call it after each transaction. Settles when it is searchable. */
  apply(): Promise<void>;
  /** Tells apart what listings show, the same at every server that shows the same; fit for an ETag. */
  revision(): string;
  /** The last change that listings show. Unlike `revision` it never comes back. */
  seq(): number;
  /** Whether listings show the latest of these models: those who read a row may be ahead of the index. */
  isLatest(modelIds: readonly number[]): boolean;
  /** Settles when the index serves, or is closed. Until then the database lists models; all else throws UNAVAILABLE. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/** One bit for each facet; a model that fails the constraints of two of them counts nowhere. */
export const facetBits = {
  category: 1,
  format: 2,
  lod: 4,
  license: 8,
  type: 16,
  animated: 32,
  rigged: 64,
  tag: 128,
  triangles: 256,
  size: 512,
  colour: 1024,
  extent: 2048,
} as const;
