import type { StoreApi } from 'zustand/vanilla';
import type { Facets, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { Words } from '../../../../server/contract/sentence.ts';
import type { Correction } from './model-source.ts';
import { pageSize } from './page-loader.ts';
import { emptySelection, type Selection, type Sort } from './selection.ts';

/** State that belongs to one answered selection and goes with it. */
export type BrowseResult = {
  readonly total: number;
  /** How the server sorts without words and a choice; null until it said so. */
  readonly usualSort: Sort | null;
  /** Words near those of a search that found nothing. */
  readonly suggestions: readonly string[];
  readonly corrections: readonly Correction[];
  /** Loaded pages by their index; they come in any order. */
  readonly pages: ReadonlyMap<number, readonly ModelRecord[]>;
  readonly failedPages: ReadonlySet<number>;
  /** Grows with every new result, and not when the same one is asked for again. */
  readonly resultId: number;
} & Place;

/** Where a person is in a result. */
export type Place = { readonly scrollTop: number; readonly activeIndex: number };

export type BrowseState = BrowseResult & {
  readonly selection: Selection;
  /** The field's text, ahead of the selection while a person types. */
  readonly queryText: string;
  /** `refreshing` keeps the former result in view. */
  readonly status: 'loading' | 'refreshing' | 'ready' | 'failed';
  readonly hasLoaded: boolean;
  /** The person wants to continue from the search field into the grid, as soon as there is one. */
  readonly isEntering: boolean;
  /** A model of this result was opened: its card gets the focus back. */
  readonly wasLeft: boolean;
  readonly error: AppError | null;
  /** The server's message while its search index is being built; the store asks again on its own. */
  readonly indexing: Words | null;
  /** Why a later page is missing; the first one's failure is `error`. */
  readonly pageError: AppError | null;
  readonly facets: Facets | null;
  /** Why the filters have no counts, or outdated ones. */
  readonly facetsError: AppError | null;
};

const noCorrections: readonly Correction[] = [];
const noSuggestions: readonly string[] = [];
export const emptyResult = {
  total: 0,
  usualSort: null,
  suggestions: noSuggestions,
  corrections: noCorrections,
  pages: new Map(),
  failedPages: new Set<number>(),
};

export const initialBrowseState: BrowseState = {
  ...emptyResult,
  resultId: 0,
  scrollTop: 0,
  activeIndex: 0,
  selection: emptySelection,
  queryText: '',
  status: 'loading',
  hasLoaded: false,
  isEntering: false,
  wasLeft: false,
  error: null,
  indexing: null,
  pageError: null,
  facets: null,
  facetsError: null,
};

export function findModel(pages: BrowseResult['pages'], index: number): ModelRecord | undefined {
  return pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}

export type BrowseActions = {
  /** Follows the typing: searches at the first key, and again as often as answers can be seen. */
  setQueryText(text: string): void;
  submitQuery(): void;
  /** Searches for what is written, and moves the focus to the first model that is found. */
  enterResults(): void;
  /** `place` is where to be in the result, for one that is come back to. */
  select(selection: Selection, place?: Place): void;
  clearFilters(): void;
  /** Tells which models are in view, so that their pages get loaded. */
  showItems(first: number, last: number): void;
  /** Asks again for the same selection and keeps the place. */
  refresh(): void;
  /** Adds the server's new models; the view stays until they are there, or if that fails. */
  catchUp(): void;
  retryPages(): void;
  /** The models at these places, both included; those that are not loaded are asked for. What cannot be read is left out. */
  readRange(first: number, last: number): Promise<readonly ModelRecord[]>;
  rememberPlace(scrollTop: number, activeIndex: number): void;
};
export type BrowseStore = StoreApi<BrowseState & BrowseActions>;
