import { createStore } from 'zustand/vanilla';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import type { CatalogueApi } from '../../../api/api.ts';
import {
  type BrowseActions,
  type BrowseResult,
  type BrowseState,
  type BrowseStore,
  initialBrowseState,
  type Place,
} from './browse-state.ts';
import { createCatalogueSource, type ModelSource } from './model-source.ts';
import { pageSize } from './page-loader.ts';
import { type RunningSelection, runSelection } from './run-selection.ts';
import { emptySelection, type Selection } from './selection.ts';

type Items = { readonly first: number; readonly last: number };
const topPlace: Place = { scrollTop: 0, activeIndex: 0 };
/** Milliseconds between searches while the user types; the first key searches at once. */
const typingPause = 40;

export const createBrowseStore = (api: CatalogueApi): BrowseStore =>
  createResultStore(createCatalogueSource(api));

/** The state of a grid, with models from any source. */
export function createResultStore(source: ModelSource): BrowseStore {
  const store = createStore<BrowseState & BrowseActions>()((set, get) => {
    let running: RunningSelection | null = null;
    let inView: Items = { first: 0, last: 0 };
    let typing: ReturnType<typeof setTimeout> | undefined;
    let isUnsearched = false;
    let isStarting = false;
    let isBehind = false;

    const run = (selection: Selection, keptResult: Partial<BrowseResult> | null) => {
      running?.stop();
      isStarting = true;
      isBehind = false;
      running = runSelection({ source, store, selection, keptResult, onStarted });
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
    const select = (selection: Selection, place: Place = topPlace) => {
      const { resultId } = get();
      endTyping();
      set({ queryText: selection.q, wasLeft: false });
      inView = { first: 0, last: 0 };
      start(selection, { ...place, resultId: resultId + 1 });
    };
    const endTyping = () => {
      clearTimeout(typing);
      typing = undefined;
      isUnsearched = false;
    };
    /** Searches, and again after the pause if the words have changed by then. */
    const searchWhileTyping = () => {
      submitQuery();
      typing = setTimeout(() => {
        typing = undefined;
        if (isUnsearched) searchWhileTyping();
      }, typingPause);
    };
    const submitQuery = () => {
      const { queryText, selection, status } = get();
      endTyping();
      if (queryText.trim() === selection.q.trim() && status !== 'failed') return;
      select({ ...selection, q: queryText, sort: selection.sort === 'relevance' ? null : selection.sort });
    };

    return {
      ...initialBrowseState,
      setQueryText: (queryText) => {
        set({ queryText, isEntering: false });
        if (typing === undefined) searchWhileTyping();
        else isUnsearched = true;
      },
      submitQuery,
      enterResults: () => {
        submitQuery();
        set({ isEntering: true });
      },
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
      readRange: async (first, last) => {
        const { selection, resultId } = get();
        const { signal } = new AbortController();
        const wanted = Array.from(
          { length: Math.floor(last / pageSize) - Math.floor(first / pageSize) + 1 },
          (_, page) => Math.floor(first / pageSize) + page,
        );
        const found: ModelRecord[] = [];
        for (const page of wanted) {
          const part = { limit: pageSize, offset: page * pageSize, signal };
          const results =
            get().pages.get(page) ??
            (await source.readPage(selection, part).then(
              (read) => read.results,
              () => [],
            ));
          if (get().resultId !== resultId) return [];
          found.push(...results.slice(Math.max(0, first - page * pageSize), last - page * pageSize + 1));
        }
        return found;
      },
      rememberPlace: (scrollTop, activeIndex) => set({ scrollTop, activeIndex }),
    };
  });
  return store;
}
