import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { listActiveFilters } from '../filters/active-filters.ts';
import type { Selection } from '../store/selection.ts';
import { fromSearchParams, toSearchParams } from '../store/selection-url.ts';

/** Returns a selection as it is saved: words and filters, without the order. Empty means everything. */
export const toSavedQuery = (selection: Selection) =>
  toSearchParams({ ...selection, q: selection.q.trim(), sort: null });

/** Returns the selection of a saved search, with new models first if there are any. */
export const fromSavedQuery = (query: string, hasNews: boolean): Selection => ({
  ...fromSearchParams(query),
  sort: hasNews ? 'newest' : null,
});

/** Returns a text such as `oak · GLB · 1k`. */
export function describeQuery(query: string, facets: Facets | null): string {
  const selection = fromSearchParams(query);
  const labels = listActiveFilters(selection, facets).map(({ label }) => label);
  return [selection.q, ...labels].filter((part) => part !== '').join(' · ');
}

/** The result of a search: the newest models, up to a limit, and the total. */
export type Finding = { readonly seen: readonly string[]; readonly total: number };

/** Returns how many models are new. Seen models may be gone by now; beyond the remembered ones it is an estimate. */
export function countNew(before: Finding, now: Finding): number {
  const known = new Set(before.seen);
  const fresh = now.seen.filter((guid) => !known.has(guid)).length;
  const isWholeKnown = before.total <= before.seen.length;
  return isWholeKnown ? fresh : Math.min(fresh, Math.max(0, now.total - before.total));
}
