import type { Facets } from '../../../contract/catalogue/discovery.ts';

export type EngineSort = 'relevance' | 'popular' | 'newest' | 'title' | 'triangles';

/** Values of one filter are alternatives; different filters must all hold. */
export type EngineFilters = {
  readonly type?: number;
  readonly categories?: readonly string[];
  readonly subcategory?: string;
  readonly tags?: readonly string[];
  readonly formats?: readonly string[];
  readonly lods?: readonly string[];
  readonly licenses?: readonly string[];
  readonly animated?: boolean;
  readonly rigged?: boolean;
  readonly triMin?: number;
  readonly triMax?: number;
  /** In bytes. Like triangles, for the topologies in `lods`, if any. */
  readonly sizeMin?: number;
  readonly sizeMax?: number;
  readonly colours?: readonly string[];
  /** Largest width, height and depth in metres. Models of unknown size never match. */
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
  /** Words, with -exclusions and "phrases". Null or blank lists everything; text without a word finds nothing. */
  readonly words: string | null;
  /** Without words, relevance means popular. */
  readonly sort: EngineSort;
  readonly limit: number;
  readonly offset: number;
  readonly filters: EngineFilters;
  /** The facets to count, all by default; the others are empty. */
  readonly facets?: readonly FacetName[];
};

export type EngineHit = { readonly modelId: number; readonly score: number };

export type EnginePage = {
  readonly hits: readonly EngineHit[];
  /** Models with all words and, if these are few, those that lack one; if there are none, those with any word. */
  readonly total: number;
  /** Similar queries that have results; only set if nothing matches. */
  readonly suggestions: readonly string[];
  /** Words that no model contains, with the words searched instead. */
  readonly corrections: readonly Correction[];
};

export type Correction = { readonly from: string; readonly to: readonly string[] };

export type EngineFacets = Omit<Facets, 'ok'>;

export type SearchEngine = {
  search(query: EngineQuery): Promise<EnginePage>;
  /** Counts each facet without the facet's own constraint. */
  facets(query: EngineQuery): Promise<EngineFacets>;
  /** Returns models that share this one's characteristic words, best first; empty for an unknown id. */
  similar(modelId: number, limit: number): Promise<EnginePage>;
  /** Searches with another synonym text, on this thread. Throws UNAVAILABLE until the index is ready. */
  tryOut(query: EngineQuery, synonyms: string): EnginePage;
  /** Reads the synonym file immediately, instead of at the next check a second later. */
  readSynonyms(): void;
  /** Applies what was committed to the catalogue; call it after each transaction. Resolves once it can be searched. */
  apply(): Promise<void>;
  /** Identifies the content of listings; equal on all servers that show the same. Suitable as an ETag. */
  revision(): string;
  /** The last change that listings show. Unlike `revision`, it never repeats. */
  seq(): number;
  /** True if listings show the latest of these models; rows read from the database can be newer than the index. */
  isLatest(modelIds: readonly number[]): boolean;
  /** Resolves once the index is ready or closed. Until then, the database lists models; the rest throws UNAVAILABLE. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/** One bit per facet; a model that fails the constraints of two facets counts in none. */
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
