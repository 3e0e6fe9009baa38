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

/** One page of what was found: models by their id, with their scores. */
export type Page = RankedPage & {
  /** The words as they were asked for; undefined without any. */
  readonly words: string | undefined;
  /** How the models are sorted; absent for similar models. */
  readonly sort?: EngineSort;
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
  /** Milliseconds that finding took. */
  readonly tookMs: number;
};

/** The catalogue's queries. Those that need the search index throw UNAVAILABLE while it is being built. */
export type Catalogue = {
  /** Changes with everything that listings are made of. */
  state(): string;
  /**
   * `sort` is how a query is sorted that names no order; relevance is popularity where there are no words. While no model
   * is more popular than another, the newest come first instead, in a library that is not large.
   */
  find(query: DiscoveryQuery, sort?: 'relevance' | 'popular'): Promise<Page>;
  /** Models like this one, most alike first. Throws MODEL_NOT_FOUND. */
  similar(guid: string, limit?: number): Promise<Page>;
  /** Counts the named facets, all by default, each without its own constraint. */
  facets(query: DiscoveryQuery, names?: readonly FacetName[]): Promise<EngineFacets>;
  /** Throws MODEL_NOT_FOUND. */
  details(guid: string): ModelDetails;
  /** The most triangles of a file in each topology, where they are known. Throws MODEL_NOT_FOUND. */
  trianglesByLod(guid: string): Readonly<Record<string, number>>;
  /** The models of a page, without those that are gone by now. */
  records(page: Page): ModelRecord[];
  /** The topology by which a model passes a range of triangles, as records name it. */
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
