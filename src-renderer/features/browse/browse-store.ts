import { createStore } from 'zustand/vanilla';
import type { CatalogueApi } from '../../api/api.ts';
import {
  type BrowseActions,
  type BrowseResult,
  type BrowseState,
  type BrowseStore,
  initialBrowseState,
} from './browse-state.ts';
import { pageSize } from './page-loader.ts';
import { type RunningSelection, runSelection } from './run-selection.ts';
import { emptySelection, type Selection } from './selection.ts';

type Items = { readonly first: number; readonly last: number };
const typingPause = 150;

export function createBrowseStore(api: CatalogueApi): BrowseStore {
  const store = createStore<BrowseState & BrowseActions>()((set, get) => {
    let running: RunningSelection | null = null;
    let inView: Items = { first: 0, last: 0 };
    let typing: ReturnType<typeof setTimeout> | undefined;
    let isStarting = false;
    let isBehind = false;

    const run = (selection: Selection, keptResult: Partial<BrowseResult> | null) => {
      running?.stop();
      isStarting = true;
      isBehind = false;
      running = runSelection({ api, store, selection, keptResult, onStarted });
    };
    const onStarted = () => {
      isStarting = false;
      loadInView();
      if (isBehind) catchUp();
    };
    const start = (selection: Selection, keptResult: Partial<BrowseResult>) => {
      const status = get().hasLoaded ? 'refreshing' : 'loading';
      set({ selection, status, error: null, indexing: null, pageError: null, facetsError: null });
      run(selection, keptResult);
    };
    const catchUp = () => {
      const { status, selection } = get();
      if (isStarting) isBehind = true;
      else if (status === 'ready') run(selection, null);
      else start(selection, {});
    };
    const loadInView = () => {
      if (get().status !== 'ready') return;
      running?.want(Math.floor(inView.first / pageSize), Math.floor(inView.last / pageSize));
    };
    const select = (selection: Selection) => {
      const { resultId } = get();
      clearTimeout(typing);
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
      catchUp,
      retryPages: () => {
        set({ failedPages: new Set(), pageError: null });
        loadInView();
      },
      rememberPlace: (scrollTop, activeIndex) => set({ scrollTop, activeIndex }),
    };
  });
  return store;
}
