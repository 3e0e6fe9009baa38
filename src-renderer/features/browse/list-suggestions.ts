import type { Facets, ModelRecord } from '../../../server/contract/discovery.ts';
import { isUncategorised } from './is-uncategorised.ts';

export type Suggestion =
  | { readonly kind: 'recent'; readonly words: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'category'; readonly slug: string; readonly name: string; readonly count: number }
  | { readonly kind: 'tag'; readonly tag: string; readonly count: number }
  | { readonly kind: 'model'; readonly model: ModelRecord };

type Known = {
  readonly text: string;
  readonly recent: readonly string[];
  /** Of the whole catalogue, as far as it was seen. */
  readonly facets: Facets | null;
  /** What was found for this text. */
  readonly found: readonly ModelRecord[];
};

/** Few: what is found stands below already, and must not be hidden. */
const most = { category: 2, tag: 2, model: 2 } as const;

/** What a person may mean who has written this much; with nothing written, what was searched for before. */
export function listSuggestions({ text, recent, facets, found }: Known): readonly Suggestion[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') {
    const words = recent.map((one): Suggestion => ({ kind: 'recent', words: one }));
    return words.length === 0 ? [] : [...words, { kind: 'clear' }];
  }
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
  return [...categories, ...tags, ...models];
}

/** Whether one of its words begins so. */
function startsWord(name: string, wanted: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith(wanted) || lower.split(/[\s\-_/&]+/).some((word) => word.startsWith(wanted));
}
