import type { Facets, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { isUncategorised } from '../../../lib/is-uncategorised.ts';

export type Suggestion =
  | ({ readonly kind: 'saved' } & SuggestedSearch)
  | { readonly kind: 'recent'; readonly words: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'category'; readonly slug: string; readonly name: string; readonly count: number }
  | { readonly kind: 'tag'; readonly tag: string; readonly count: number }
  | { readonly kind: 'model'; readonly model: ModelRecord };

/** A saved search, and how many of its models are new. */
type SuggestedSearch = { readonly query: string; readonly name: string; readonly news: number };

type Known = {
  readonly text: string;
  readonly saved: readonly SuggestedSearch[];
  readonly recent: readonly string[];
  /** Facets of the whole catalogue, as far as they were loaded. */
  readonly facets: Facets | null;
  readonly found: readonly ModelRecord[];
};

/** Few, as the results below must stay visible. */
const most = { category: 2, tag: 2, model: 2, recent: 1, saved: 2, savedUnasked: 5 } as const;

/** Returns suggestions for the typed text; for an empty field, saved and previous searches. */
export function listSuggestions({ text, saved, recent, facets, found }: Known): readonly Suggestion[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') {
    const words = recent.map((one): Suggestion => ({ kind: 'recent', words: one }));
    const kept = withNewsFirst(saved).slice(0, most.savedUnasked);
    const former = words.length === 0 ? [] : [...words, { kind: 'clear' } as const];
    return [...kept.map((search): Suggestion => ({ kind: 'saved', ...search })), ...former];
  }
  const kept = withNewsFirst(saved.filter(({ name }) => startsWord(name, wanted)))
    .slice(0, most.saved)
    .map((search): Suggestion => ({ kind: 'saved', ...search }));
  const former = recent
    .filter((words) => words.toLowerCase() !== wanted && startsWord(words, wanted))
    .slice(0, most.recent)
    .map((words): Suggestion => ({ kind: 'recent', words }));
  const categories = (facets?.categories ?? [])
    .filter(({ name, count }) => count > 0 && !isUncategorised(name) && startsWord(name, wanted))
    .toSorted((left, right) => right.count - left.count)
    .slice(0, most.category)
    .map(({ slug, name, count }): Suggestion => ({ kind: 'category', slug, name, count }));
  const tags = (facets?.tags ?? [])
    .filter(({ value, count }) => count > 0 && startsWord(value, wanted))
    .slice(0, most.tag)
    .map(({ value, count }): Suggestion => ({ kind: 'tag', tag: value, count }));
  const models = found.slice(0, most.model).map((model): Suggestion => ({ kind: 'model', model }));
  return [...kept, ...former, ...categories, ...tags, ...models];
}

const withNewsFirst = (saved: readonly SuggestedSearch[]) =>
  saved.toSorted((left, right) => Math.sign(right.news) - Math.sign(left.news));

/** Returns true if one of the words starts with the text. */
function startsWord(name: string, wanted: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith(wanted) || lower.split(/[\s\-_/&]+/).some((word) => word.startsWith(wanted));
}
