import type { DiscoveryQuery } from '../contract/discovery.ts';
import type { Db } from '../db/open-database.ts';
import type { EngineQuery, SearchEngine } from './engine/search-engine.ts';
import { createFacets } from './facets.ts';
import { createSearch } from './search.ts';
import { createSelect } from './selection.ts';

const toQuery = ({ words, sort, limit, offset, filters }: EngineQuery): DiscoveryQuery => {
  const { categories, tags, formats, lods, ...rest } = filters;
  return {
    ...(words !== null && { q: words }),
    sort,
    limit,
    offset,
    ...rest,
    ...(categories && { categories: categories.join(',') }),
    ...(tags && { tag: [...tags] }),
    ...(formats && { format: [...formats] }),
    ...(lods && { lod: [...lods] }),
  } as DiscoveryQuery;
};

export function createSearchEngine({ db }: { db: Db; dataDir: string | null }): SearchEngine {
  const select = createSelect(db);
  const find = createSearch(db);
  const count = createFacets(db);
  let revision = 0;
  return {
    async search(query) {
      const asked = toQuery(query);
      const { found, total } = find(select(asked), asked, query.sort);
      const hits = found.map(({ row, lexicalScore }) => ({ modelId: row.id, score: lexicalScore }));
      return { hits, total, suggestions: [] };
    },
    facets: async (query) => {
      const { ok, ...facets } = count(select(toQuery(query)));
      return facets;
    },
    similar: async () => ({ hits: [], total: 0, suggestions: [] }),
    async apply() {
      revision += 1;
    },
    revision: () => `sql-${revision}`,
    ready: Promise.resolve(),
    close: async () => {},
  };
}
