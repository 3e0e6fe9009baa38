import type { Handlers } from '../base/http/bind.ts';
import { nameOfState, readyAnswer, readyList, type Written } from '../base/http/ready-answer.ts';
import { isSightNarrow, sightNow } from '../base/sight.ts';
import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import type { Catalogue, Page } from './catalogue.ts';
import type { RankedHit } from './query.ts';
import type { Records } from './records.ts';

/** The state of the catalogue that pages poll. */
type Progress = {
  /** True if the search index includes the latest change of each of these models. */
  readonly isLatest: (modelIds: readonly number[]) => boolean;
  readonly reading: () => { readonly done: number; readonly total: number } | null;
};

/** Counts the models once per catalogue state, as open pages poll. */
function createCount(catalogue: Catalogue) {
  let counted: { readonly state: string; readonly total: Promise<number> } | null = null;
  return (): Promise<number> => {
    const now = `${catalogue.state()} ${sightNow()?.key}`;
    if (counted?.state === now) return counted.total;
    const total = catalogue.find({ limit: 1, sort: 'popular' }).then((page) => page.total);
    counted = { state: now, total };
    total.catch(() => {
      counted = null; // do not cache failures
    });
    return total;
  };
}

const toHead = ({ total, hasMore, limit, offset, words, sort, suggestions, corrections, tookMs }: Page) => ({
  ok: true as const,
  total,
  hasMore,
  limit,
  offset,
  ...(words !== undefined && { query: words }),
  ...(sort !== undefined && { sort }),
  ...(total === 0 && { suggestions: [...suggestions] }),
  ...(corrections.length > 0 && { corrections: corrections.map(({ from, to }) => ({ from, to: [...to] })) }),
  tookMs,
});

/** Handles the public discovery routes. Listings are assembled from records that are already JSON. */
export function createDiscoveryHandlers(
  catalogue: Catalogue,
  records: Records,
  { isLatest, reading }: Progress,
) {
  const count = createCount(catalogue);

  /** Returns a page's current records, without removed models. A record newer than the answer's state prevents caching. */
  function toList<T>(page: Page, toRest: (hit: RankedHit) => T) {
    const { hits } = page;
    const results: [Written<ModelRecord>, T][] = [];
    for (const hit of hits) {
      const record = records.written(hit.modelId);
      if (record !== null) results.push([record, toRest(hit)]);
    }
    const modelIds = hits.map(({ modelId }) => modelId);
    records.see(modelIds);
    const isLasting = page.isLasting && isLatest(modelIds);
    return { head: toHead(page), results, isLasting };
  }

  return {
    browse: async ({ query }) => {
      const page = await catalogue.find(query, 'popular');
      return readyList(
        'browse',
        toList(page, ({ modelId }) => records.matched(query, modelId)),
      );
    },
    search: async ({ query }) => {
      const found = await catalogue.find(query, 'relevance');
      const page = query.sources === 'others' ? { ...found, hits: [], total: 0, hasMore: false } : found;
      const scoresOf = ({ modelId, score, lexicalScore, embeddingScore }: RankedHit) => ({
        ...records.matched(query, modelId),
        score,
        lexicalScore,
        embeddingScore,
      });
      return readyList('search', toList(page, scoresOf));
    },
    similar: async ({ params, query }) => {
      const page = await catalogue.similar(params.guid, query.limit);
      return readyList(
        'similar',
        toList(page, ({ score }) => ({ score })),
      );
    },
    filters: async ({ query }) => readyAnswer('filters', { ok: true, ...(await catalogue.facets(query)) }),
    catalogueStatus: async () => {
      const sight = sightNow();
      const revision = nameOfState(sight === null ? catalogue.state() : `${catalogue.state()} ${sight.key}`);
      return { ok: true, total: await count(), revision, reading: isSightNarrow() ? null : reading() };
    },
    model: ({ params }) => catalogue.details(params.guid),
  } satisfies Partial<Handlers>;
}
