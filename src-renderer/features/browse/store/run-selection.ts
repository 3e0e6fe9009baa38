import type { AppError } from '../../../../server/contract/errors.ts';
import { askUntilIndexed } from '../../../api/ask-until-indexed.ts';
import { toAppError } from '../../../errors/describe-error.ts';
import type { BrowseStore } from './browse-state.ts';
import { type BrowseResult, emptyResult } from './browse-state.ts';
import type { ModelPage, ModelSource } from './model-source.ts';
import { createPageLoader, type PageLoader, pageSize } from './page-loader.ts';
import type { Selection } from './selection.ts';

export type RunningSelection = Pick<PageLoader, 'want' | 'stop'>;

type Run = {
  readonly source: ModelSource;
  readonly store: BrowseStore;
  readonly selection: Selection;
  /**
   * Applied with the first page, so that the old result stays in view until then. Null reloads the same result: its
   * pages stay until newer ones replace them.
   */
  readonly keptResult: Partial<BrowseResult> | null;
  /** Called when the first page has loaded or failed. */
  readonly onStarted: () => void;
};

/** Loads the pages and filter counts of one selection until stopped. */
export function runSelection({ source, store, selection, keptResult, onStarted }: Run): RunningSelection {
  const stopper = new AbortController();
  const { signal } = stopper;
  const fresh = new Set<number>();
  let step: 'starting' | 'started' | 'failed' = 'starting';

  const isWanted = () => !signal.aborted;
  const load = (pageIndex: number): Promise<ModelPage> => {
    const part = { limit: pageSize, offset: pageIndex * pageSize, signal };
    const ask = () => source.readPage(selection, part);
    return askUntilIndexed(ask, { isWanted, onWait: (indexing) => store.setState({ indexing }) });
  };
  const begin = () => {
    step = 'started';
    return keptResult === null
      ? { failedPages: emptyResult.failedPages, pageError: null }
      : { ...emptyResult, ...keptResult };
  };
  const onPage = (pageIndex: number, page: ModelPage) => {
    const { total, results, sort = null, suggestions = [], corrections = [] } = page;
    const isFirst = step === 'starting';
    const base = isFirst ? begin() : {};
    const pages = new Map(isFirst && keptResult !== null ? [] : store.getState().pages);
    fresh.add(pageIndex);
    pages.set(pageIndex, results);
    const isPlain = selection.sort === null && selection.q.trim() === '';
    const usualSort = isPlain ? sort : store.getState().usualSort;
    const words = { suggestions, corrections, usualSort };
    store.setState({ ...base, ...words, total, pages, status: 'ready', hasLoaded: true, indexing: null });
    if (isFirst) onStarted();
  };
  const onFailure = (pageIndex: number, error: AppError) => {
    if (step !== 'starting') {
      const failedPages = new Set(store.getState().failedPages).add(pageIndex);
      return store.setState({ failedPages, pageError: error });
    }
    step = keptResult === null ? 'started' : 'failed';
    if (keptResult === null) for (const kept of store.getState().pages.keys()) fresh.add(kept);
    else store.setState({ status: 'failed', error });
    onStarted();
  };
  const isNeeded = (pageIndex: number) => {
    if (step !== 'started') return step === 'starting';
    return !(fresh.has(pageIndex) || store.getState().failedPages.has(pageIndex));
  };
  const loader = createPageLoader<ModelPage>({ load, onPage, onFailure, isNeeded });
  loader.want(0, 0);
  askUntilIndexed(() => source.readFacets(selection, signal), { isWanted }).then(
    (facets) => !signal.aborted && store.setState({ facets, facetsError: null }),
    (error: unknown) => !signal.aborted && store.setState({ facetsError: toAppError(error) }),
  );
  return {
    want: loader.want,
    stop: () => {
      stopper.abort();
      loader.stop();
    },
  };
}
