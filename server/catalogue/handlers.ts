import type { Handlers } from '../base/http/bind.ts';
import { nameOfState } from '../base/http/conditional.ts';
import { readyAnswer, readyList, type Written } from '../base/http/ready-answer.ts';
import type { ModelRecord } from '../contract/discovery.ts';
import type { Catalogue, Page } from './catalogue.ts';
import type { RankedHit } from './ranking.ts';
import type { Records } from './records.ts';

type Names = 'browse' | 'search' | 'similar' | 'filters' | 'catalogueStatus' | 'model';

/** The state of the catalogue that pages follow. */
export type Progress = {
  /** Changes with everything that listings are made of. */
  readonly state: () => string;
  readonly reading: () => { readonly done: number; readonly total: number } | null;
};

/** Counts the models once per state: many open pages ask again and again. */
function createCount(catalogue: Catalogue, state: () => string) {
  let counted: { readonly state: string; readonly total: Promise<number> } | null = null;
  return (): Promise<number> => {
    const now = state();
    if (counted?.state === now) return counted.total;
    const total = catalogue.find({ limit: 1 }, 'popular').then((page) => page.total);
    counted = { state: now, total };
    total.catch(() => {
      counted = null; // a failure is no count
    });
    return total;
  };
}

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
export function createDiscoveryHandlers(
  catalogue: Catalogue,
  records: Records,
  { state, reading }: Progress,
): Pick<Handlers, Names> {
  const count = createCount(catalogue, state);

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
    catalogueStatus: async () => {
      const revision = nameOfState(state());
      return { ok: true, total: await count(), revision, reading: reading() };
    },
    model: ({ params }) => catalogue.details(params.guid),
  };
}
