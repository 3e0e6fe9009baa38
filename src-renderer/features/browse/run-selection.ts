import type { ModelRecord } from '../../../server/contract/discovery.ts';
import type { AppError } from '../../../server/contract/errors.ts';
import type { CatalogueApi } from '../../api/api.ts';
import { askUntilIndexed } from '../../api/ask-until-indexed.ts';
import { toAppError } from '../../errors/describe-error.ts';
import type { BrowseStore } from './browse-state.ts';
import { type BrowseResult, emptyResult } from './browse-state.ts';
import { createPageLoader, type PageLoader, pageSize } from './page-loader.ts';
import type { Selection } from './selection.ts';
import { toQuery } from './selection-query.ts';

export type RunningSelection = Pick<PageLoader, 'want' | 'stop'>;

type Run = {
  readonly api: CatalogueApi;
  readonly store: BrowseStore;
  readonly selection: Selection;
  /**
   * Set together with the first page, so that the old result stays in view until the new one is there. Null for the
   * same result once more: its pages stay until newer ones replace them.
   */
  readonly keptResult: Partial<BrowseResult> | null;
  /** The first page is there, or failed. */
  readonly onStarted: () => void;
};
type Page = { readonly total: number; readonly results: readonly ModelRecord[] };

/** Asks for the pages and the filter counts of one selection, until it is stopped. */
export function runSelection({ api, store, selection, keptResult, onStarted }: Run): RunningSelection {
  const stopper = new AbortController();
  const { signal } = stopper;
  const query = toQuery(selection);
  const fresh = new Set<number>();
  let step: 'starting' | 'started' | 'failed' = 'starting';

  const isWanted = () => !signal.aborted;
  const load = (pageIndex: number): Promise<Page> => {
    const input = { ...query, limit: pageSize, offset: pageIndex * pageSize };
    const ask = () =>
      query.q === undefined ? api.call('browse', input, { signal }) : api.call('search', input, { signal });
    return askUntilIndexed(ask, { isWanted, onWait: (indexing) => store.setState({ indexing }) });
  };
  const begin = () => {
    step = 'started';
    return keptResult === null
      ? { failedPages: emptyResult.failedPages, pageError: null }
      : { ...emptyResult, ...keptResult };
  };
  const onPage = (pageIndex: number, { total, results }: Page) => {
    const isFirst = step === 'starting';
    const base = isFirst ? begin() : {};
    const pages = new Map(isFirst && keptResult !== null ? [] : store.getState().pages);
    fresh.add(pageIndex);
    pages.set(pageIndex, results);
    store.setState({ ...base, total, pages, status: 'ready', hasLoaded: true, indexing: null });
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
  const loader = createPageLoader<Page>({ load, onPage, onFailure, isNeeded });
  loader.want(0, 0);
  askUntilIndexed(() => api.call('filters', query, { signal }), { isWanted }).then(
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
