import type { StoreApi } from 'zustand/vanilla';
import type { Facets, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { Words } from '../../../../server/contract/sentence.ts';
import type { Correction } from './model-source.ts';
import { pageSize } from './page-loader.ts';
import { emptySelection, type Selection, type Sort } from './selection.ts';

/** State of one loaded selection, discarded with it. */
export type BrowseResult = {
  readonly total: number;
  /** The server's default order without words or a choice; null until known. */
  readonly usualSort: Sort | null;
  /** Words similar to those of a search without results. */
  readonly suggestions: readonly string[];
  readonly corrections: readonly Correction[];
  /** Loaded pages by index; they arrive in any order. */
  readonly pages: ReadonlyMap<number, readonly ModelRecord[]>;
  readonly failedPages: ReadonlySet<number>;
  /** Increases with every new result, but not when the same one is reloaded. */
  readonly resultId: number;
} & Place;

export type Place = { readonly scrollTop: number; readonly activeIndex: number };

export type BrowseState = BrowseResult & {
  readonly selection: Selection;
  /** The field's text, ahead of the selection while the user types. */
  readonly queryText: string;
  /** `refreshing` keeps the previous result in view. */
  readonly status: 'loading' | 'refreshing' | 'ready' | 'failed';
  readonly hasLoaded: boolean;
  /** Set to move the focus from the search field to the grid, as soon as there is one. */
  readonly isEntering: boolean;
  /** Set after a model of this result was opened: its card gets the focus back. */
  readonly wasLeft: boolean;
  readonly error: AppError | null;
  /** The server's message while it builds its search index; the store retries automatically. */
  readonly indexing: Words | null;
  /** Why a later page is missing; the first page's failure is in `error`. */
  readonly pageError: AppError | null;
  readonly facets: Facets | null;
  /** Why the filter counts are missing or outdated. */
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
  /** Follows typing: searches at the first key, then as often as results can be shown. */
  setQueryText(text: string): void;
  submitQuery(): void;
  /** Searches for the typed text, and focuses the first result. */
  enterResults(): void;
  /** `place` is the position in the result when the user returns to it. */
  select(selection: Selection, place?: Place): void;
  clearFilters(): void;
  /** Reports which models are in view, so that their pages load. */
  showItems(first: number, last: number): void;
  /** Reloads the same selection and keeps the position. */
  refresh(): void;
  /** Adds the server's new models; the current view stays until they have loaded, or if that fails. */
  catchUp(): void;
  retryPages(): void;
  /** Returns the models at these indices, both included, loading them if needed. Skips those that cannot be read. */
  readRange(first: number, last: number): Promise<readonly ModelRecord[]>;
  rememberPlace(scrollTop: number, activeIndex: number): void;
};
export type BrowseStore = StoreApi<BrowseState & BrowseActions>;
