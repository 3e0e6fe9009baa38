import { t } from '../../text/text.ts';
import type { BrowseState } from './browse-state.ts';
import { hasFilters } from './selection.ts';

/** `212 matches for “oak”`, `10,000 models` */
export function describeResult({ status, indexing, total, selection }: BrowseState): string {
  if (status === 'loading') return t('browse.loadingModels');
  if (status === 'failed' || indexing !== null) return t('browse.modelsTitle');
  const q = selection.q.trim();
  if (q !== '') return t('browse.matches', { count: total, query: q });
  return hasFilters(selection)
    ? t('browse.modelsFiltered', { count: total })
    : t('browse.models', { count: total });
}
