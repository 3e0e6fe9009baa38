import type { DiscoveryQuery } from '../../contract/discovery-query.ts';
import type { Db } from '../../db/open-database.ts';
import { createFacets } from '../facets.ts';
import { createSearch } from '../search.ts';
import { createSelect } from '../selection.ts';
import { type EngineQuery, facetNames } from './engine-types.ts';
import { keepFacets } from './keep-facets.ts';
import type { Answers } from './searcher.ts';

function toDiscoveryQuery({ words, sort, limit, offset, filters }: EngineQuery): DiscoveryQuery {
  const { categories, tags, formats, lods, ...same } = filters;
  return {
    ...same,
    sort,
    limit,
    offset,
    q: words ?? undefined,
    categories: categories?.join(','),
    tag: tags && [...tags],
    format: formats && [...formats],
    lod: lods && [...lods],
  };
}

/** Answers from the database alone, while there is no index. */
export function createDatabaseSearch(db: Db): Answers {
  const select = createSelect(db);
  const search = createSearch(db);
  const countFacets = createFacets(db);
  return {
    search(query) {
      const asked = toDiscoveryQuery(query);
      const { found, total } = search(select(asked), asked, query.sort);
      return {
        hits: found.map(({ row, lexicalScore }) => ({ modelId: row.id, score: lexicalScore })),
        total,
        suggestions: [],
      };
    },
    facets(query) {
      const { ok: _, ...facets } = countFacets(select(toDiscoveryQuery(query)));
      return keepFacets(facets, query.facets ?? facetNames);
    },
    similar: () => ({ hits: [], total: 0, suggestions: [] }),
  };
}
