import type { Handlers } from '../base/http/bind.ts';
import { readyAnswer, readyList, type Written } from '../base/http/ready-answer.ts';
import type { ModelRecord } from '../contract/discovery.ts';
import type { Catalogue, Page } from './catalogue.ts';
import type { RankedHit } from './ranking.ts';
import type { Records } from './records.ts';

type Names = 'browse' | 'search' | 'similar' | 'filters' | 'model';

const toHead = ({ total, hasMore, limit, offset, words, suggestions, tookMs }: Page) => ({
  ok: true as const,
  total,
  hasMore,
  limit,
  offset,
  ...(words !== undefined && { query: words }),
  ...(total === 0 && { suggestions: [...suggestions] }),
  tookMs,
});

/** The public discovery routes: listings are put together from records that are JSON already. */
export function createDiscoveryHandlers(catalogue: Catalogue, records: Records): Pick<Handlers, Names> {
  /** The records of a page with what is said of each; a model that is gone by now is left out. */
  function* each<T>({ hits }: Page, toRest: (hit: RankedHit) => T) {
    for (const hit of hits) {
      const record = records.written(hit.modelId);
      if (record !== null) yield [record, toRest(hit)] satisfies [Written<ModelRecord>, T];
    }
  }

  return {
    browse: async ({ query }) => {
      const page = await catalogue.find(query, 'popular');
      const results = each(page, () => ({}));
      return readyList('browse', { head: toHead(page), results, isLasting: page.isLasting });
    },
    search: async ({ query }) => {
      const page = await catalogue.find(query, 'relevance');
      const results = each(page, ({ score, lexicalScore, embeddingScore }) => ({
        score,
        lexicalScore,
        embeddingScore,
      }));
      return readyList('search', { head: toHead(page), results, isLasting: page.isLasting });
    },
    similar: async ({ params, query }) => {
      const page = await catalogue.similar(params.guid, query.limit);
      const results = each(page, ({ score }) => ({ score }));
      return readyList('similar', { head: toHead(page), results, isLasting: page.isLasting });
    },
    filters: async ({ query }) => readyAnswer('filters', { ok: true, ...(await catalogue.facets(query)) }),
    model: ({ params }) => catalogue.details(params.guid),
  };
}
