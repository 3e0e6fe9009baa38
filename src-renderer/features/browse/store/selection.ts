import type { InputOf } from '../../../../server/contract/index.ts';

export type Sort = NonNullable<InputOf<'browse'>['sort']>;
export const sorts: readonly Sort[] = ['relevance', 'popular', 'newest', 'title', 'triangles'];

export type Selection = {
  readonly q: string;
  /** Null is the server's default: relevance with words, popularity without. */
  readonly sort: Sort | null;
  /** Slugs. */
  readonly categories: readonly string[];
  readonly subcategory: string | null;
  readonly formats: readonly string[];
  readonly lods: readonly string[];
  readonly license: string | null;
  readonly type: number | null;
  readonly animated: boolean | null;
  readonly rigged: boolean | null;
  readonly triMin: number | null;
  readonly triMax: number | null;
  /** Bytes. */
  readonly sizeMin: number | null;
  readonly sizeMax: number | null;
  readonly colours: readonly string[];
  readonly tags: readonly string[];
};

export const emptySelection: Selection = {
  q: '',
  sort: null,
  categories: [],
  subcategory: null,
  formats: [],
  lods: [],
  license: null,
  type: null,
  animated: null,
  rigged: null,
  triMin: null,
  triMax: null,
  sizeMin: null,
  sizeMax: null,
  colours: [],
  tags: [],
};

export function hasFilters(selection: Selection): boolean {
  const { q, sort, ...filters } = selection;
  return Object.values(filters).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null));
}

/** True without words and filters, in any order. */
export const isEverything = (selection: Selection): boolean =>
  selection.q.trim() === '' && !hasFilters(selection);

export function toggleValue(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Toggles a category and clears the subcategory, which is valid only with the one category it belongs to. */
export function toggleCategory(selection: Selection, slug: string): Selection {
  return { ...selection, categories: toggleValue(selection.categories, slug), subcategory: null };
}
