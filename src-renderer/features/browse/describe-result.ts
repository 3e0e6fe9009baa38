import { formatCount } from '../../lib/format-count.ts';
import type { BrowseState } from './browse-state.ts';
import { hasFilters } from './selection.ts';

/** `212 matches for “oak”`, `10,000 models` */
export function describeResult({ status, total, selection }: BrowseState): string {
  if (status === 'loading') return 'Loading models…';
  if (status === 'failed') return 'Models';
  const q = selection.q.trim();
  if (q !== '') return `${countOf(total, 'match', 'matches')} for “${q}”`;
  const sentence = countOf(total, 'model', 'models');
  return hasFilters(selection) ? `${sentence} with these filters` : sentence;
}

function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
