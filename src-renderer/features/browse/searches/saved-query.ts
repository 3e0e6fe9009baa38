import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { listActiveFilters } from '../filters/active-filters.ts';
import type { Selection } from '../store/selection.ts';
import { fromSearchParams, toSearchParams } from '../store/selection-url.ts';

/** A selection as it is saved: words and filters, in whichever order they are shown. Empty: everything. */
export const toSavedQuery = (selection: Selection) =>
  toSearchParams({ ...selection, q: selection.q.trim(), sort: null });

/** The selection of a saved search, with what is new at the top. */
export const fromSavedQuery = (query: string, hasNews: boolean): Selection => ({
  ...fromSearchParams(query),
  sort: hasNews ? 'newest' : null,
});

/** `oak · GLB · 1k` */
export function describeQuery(query: string, facets: Facets | null): string {
  const selection = fromSearchParams(query);
  const labels = listActiveFilters(selection, facets).map(({ label }) => label);
  return [selection.q, ...labels].filter((part) => part !== '').join(' · ');
}

/** What a search found: the newest models first, as many as are remembered, and how many in all. */
export type Finding = { readonly seen: readonly string[]; readonly total: number };

/** How many models came since. What was seen may have gone meanwhile; beyond what is remembered it is an estimate. */
export function countNew(before: Finding, now: Finding): number {
  const known = new Set(before.seen);
  const fresh = now.seen.filter((guid) => !known.has(guid)).length;
  const isWholeKnown = before.total <= before.seen.length;
  return isWholeKnown ? fresh : Math.min(fresh, Math.max(0, now.total - before.total));
}
