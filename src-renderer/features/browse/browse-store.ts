import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ModelRecord } from '../../../server/contract/discovery.ts';
import type { AppError } from '../../../server/contract/errors.ts';
import type { CatalogueApi } from '../../api/api.ts';
import { type BrowseResult, type BrowseState, emptyResult, initialBrowseState } from './browse-state.ts';
import { createPageLoader, type PageLoader, pageSize } from './page-loader.ts';
import { emptySelection, type Selection } from './selection.ts';
import { toQuery } from './selection-query.ts';

export type BrowseActions = {
  /** Follows the typing and searches once it pauses. */
  setQueryText(text: string): void;
  submitQuery(): void;
  select(selection: Selection): void;
  clearFilters(): void;
  /** Tells which models are in view, so that their pages get loaded. */
  showItems(first: number, last: number): void;
  /** Asks again for the same selection and keeps the place. */
  refresh(): void;
  retryPages(): void;
  rememberPlace(scrollTop: number, activeIndex: number): void;
};
export type BrowseStore = StoreApi<BrowseState & BrowseActions>;

type Page = { readonly total: number; readonly results: readonly ModelRecord[] };
type Running = { readonly loader: PageLoader; stop(): void };
type Items = { readonly first: number; readonly last: number };
const typingPause = 150;

export function createBrowseStore(api: CatalogueApi): BrowseStore {
  const store = createStore<BrowseState & BrowseActions>()((set, get) => {
    let running: Running | null = null;
    let inView: Items = { first: 0, last: 0 };
    let typing: ReturnType<typeof setTimeout> | undefined;

    const start = (selection: Selection, keptResult: Partial<BrowseResult>) => {
      clearTimeout(typing);
      running?.stop();
      const { hasLoaded } = get();
      set({ selection, status: hasLoaded ? 'refreshing' : 'loading', error: null, pageError: null });
      running = runSelection({ api, store, selection, keptResult, onFirstPage: loadInView });
    };
    const loadInView = () => {
      if (get().status !== 'ready') return;
      running?.loader.want(Math.floor(inView.first / pageSize), Math.floor(inView.last / pageSize));
    };
    const select = (selection: Selection) => {
      const { resultId } = get();
      set({ queryText: selection.q });
      inView = { first: 0, last: 0 };
      start(selection, { scrollTop: 0, activeIndex: 0, resultId: resultId + 1 });
    };
    const submitQuery = () => {
      const { queryText, selection, status } = get();
      clearTimeout(typing);
      if (queryText.trim() === selection.q.trim() && status === 'ready') return;
      select({ ...selection, q: queryText, sort: selection.sort === 'relevance' ? null : selection.sort });
    };

    return {
      ...initialBrowseState,
      setQueryText: (queryText) => {
        clearTimeout(typing);
        set({ queryText });
        typing = setTimeout(() => submitQuery(), typingPause);
      },
      submitQuery,
      select,
      clearFilters: () => select({ ...emptySelection, q: get().selection.q, sort: get().selection.sort }),
      showItems: (first, last) => {
        inView = { first, last: Math.max(first, last) };
        loadInView();
      },
      refresh: () => start(get().selection, {}),
      retryPages: () => {
        set({ failedPages: new Set(), pageError: null });
        loadInView();
      },
      rememberPlace: (scrollTop, activeIndex) => set({ scrollTop, activeIndex }),
    };
  });
  return store;
}

type Run = {
  readonly api: CatalogueApi;
  readonly store: BrowseStore;
  readonly selection: Selection;
  /** Set together with the first page, so that the old result stays in view until the new one is there. */
  readonly keptResult: Partial<BrowseResult>;
  readonly onFirstPage: () => void;
};

function runSelection({ api, store, selection, keptResult, onFirstPage }: Run): Running {
  const stopper = new AbortController();
  const query = toQuery(selection);
  const isCurrent = () => !stopper.signal.aborted;
  let isFirst = true;
  let hasFailed = false;

  const load = (pageIndex: number, signal: AbortSignal): Promise<Page> => {
    const input = { ...query, limit: pageSize, offset: pageIndex * pageSize };
    return query.q === undefined
      ? api.call('browse', input, { signal })
      : api.call('search', input, { signal });
  };
  const onPage = (pageIndex: number, { total, results }: Page) => {
    const wasFirst = isFirst;
    const base = wasFirst ? { ...emptyResult, ...keptResult } : {};
    const pages = new Map(wasFirst ? [] : store.getState().pages);
    isFirst = false;
    store.setState({
      ...base,
      total,
      pages: pages.set(pageIndex, results),
      status: 'ready',
      hasLoaded: true,
    });
    if (wasFirst) onFirstPage();
  };
  const onFailure = (pageIndex: number, error: AppError) => {
    hasFailed = isFirst;
    if (isFirst) return store.setState({ status: 'failed', error });
    const failedPages = new Set(store.getState().failedPages).add(pageIndex);
    store.setState({ failedPages, pageError: error });
  };
  const isNeeded = (pageIndex: number) => {
    const { pages, failedPages } = store.getState();
    if (isFirst) return !hasFailed;
    return !(pages.has(pageIndex) || failedPages.has(pageIndex));
  };
  const loader = createPageLoader<Page>({ load, onPage, onFailure, isNeeded });
  loader.want(0, 0);
  api.call('filters', query, { signal: stopper.signal }).then(
    (facets) => isCurrent() && store.setState({ facets }),
    () => {}, // the list tells of the same failure
  );
  return {
    loader,
    stop: () => {
      stopper.abort();
      loader.stop();
    },
  };
}
