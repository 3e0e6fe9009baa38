import type { Addresses } from '../base/http/addresses.ts';
import type { ModelDetails, ModelRecord } from '../contract/catalogue/discovery.ts';
import type { DiscoveryQuery } from '../contract/catalogue/discovery-query.ts';
import { limits } from '../contract/limits.ts';
import { toTopologies } from './model/inventory.ts';
import { posterSizes, toModelRecord, toPosterUrl, toShown } from './model/model-row.ts';
import type { Models } from './model/models.ts';
import { clamp, type RankedPage, type Ranking, toEngineQuery, wordsOf } from './query.ts';
import type { Records } from './records.ts';
import type {
  EngineFacets,
  EngineQuery,
  EngineSort,
  FacetName,
  SearchEngine,
} from './search/engine/engine-types.ts';

/** One page of results: model ids with scores. */
export type Page = RankedPage & {
  /** The words as given in the query, if any. */
  readonly words: string | undefined;
  /** Absent for similar models. */
  readonly sort?: EngineSort;
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly tookMs: number;
};

/** Queries of the catalogue. Those that need the search index throw UNAVAILABLE while it is being built. */
export type Catalogue = {
  /** Changes with anything that affects listings. */
  state(): string;
  /** `sort` is for queries without an order. Without words, relevance is popularity, or newest first in small unused libraries. */
  find(query: DiscoveryQuery, sort?: 'relevance' | 'popular'): Promise<Page>;
  /** Finds similar models, most similar first. Throws MODEL_NOT_FOUND. */
  similar(guid: string, limit?: number): Promise<Page>;
  /** Counts facets, all by default, each without its own filter. */
  facets(query: DiscoveryQuery, names?: readonly FacetName[]): Promise<EngineFacets>;
  /** Throws MODEL_NOT_FOUND. */
  details(guid: string): ModelDetails;
  /** Returns the most triangles of a file in each topology, where known. Throws MODEL_NOT_FOUND. */
  trianglesByLod(guid: string): Readonly<Record<string, number>>;
  /** Returns the records of a page, without models that have since been removed. */
  records(page: Page): ModelRecord[];
  /** Returns the topology by which a model matches a range of triangles, as records name it. */
  matched: (query: DiscoveryQuery, guid: string) => ReturnType<Records['matched']>;
};

type Parts = {
  readonly models: Models;
  readonly addresses: Addresses;
  readonly engine: SearchEngine;
  readonly ranking: Ranking;
  readonly records: Records;
};

const since = (start: number) => Math.round((performance.now() - start) * 100) / 100;

export function createCatalogue({ models, addresses, engine, ranking, records }: Parts): Catalogue {
  type Asked = Pick<Page, 'words' | 'limit' | 'offset' | 'sort'>;
  const toPage = (found: RankedPage, asked: Asked, start: number): Page => ({
    ...found,
    ...asked,
    hasMore: asked.offset + found.hits.length < found.total && found.hits.length > 0,
    tookMs: since(start),
  });

  return {
    state: () => `${ranking.state()} ${addresses.both}`,
    async find(query, sort = 'relevance') {
      const start = performance.now();
      const named = toEngineQuery(query, sort);
      const isUsual = query.sort === undefined && named.sort === 'popular';
      const wanted: EngineQuery = isUsual && !models.arePopular() ? { ...named, sort: 'newest' } : named;
      const asked = { words: wordsOf(query), limit: wanted.limit, offset: wanted.offset, sort: wanted.sort };
      return toPage(await ranking.search(wanted), asked, start);
    },
    async similar(guid, wanted = limits.similar.default) {
      const start = performance.now();
      const limit = clamp(wanted, 1, limits.similar.max);
      const found = await ranking.similar(models.get(guid).id, limit);
      return toPage(found, { words: undefined, limit, offset: 0 }, start);
    },
    facets: (query, names) =>
      engine.facets({ ...toEngineQuery(query, 'relevance'), ...(names && { facets: names }) }),
    details(guid) {
      const row = models.get(guid);
      if (row.posterTag === null) records.see([row.id]);
      const posters =
        row.posterTag !== null
          ? posterSizes.map((size) => ({ size, url: toPosterUrl(addresses, row, size) }))
          : [];
      return {
        ok: true,
        ...toModelRecord(row, addresses),
        ...toShown('details', row, addresses),
        posters,
        topologies: toTopologies(row.guid, models.files(row.id)),
      };
    },
    trianglesByLod(guid) {
      const most: Record<string, number> = {};
      for (const { topologyFolder: lod, triangles, role } of models.files(models.get(guid).id))
        if (role === 'scene' && triangles !== null) most[lod] = Math.max(most[lod] ?? 0, triangles);
      return most;
    },
    matched: (query, guid) => records.matched(query, models.get(guid).id),
    records: ({ hits }) => hits.flatMap(({ modelId }) => records.get(modelId) ?? []),
  };
}
