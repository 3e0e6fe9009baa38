import type { AppError } from '../../../../server/contract/errors.ts';
import { firstLook } from '../../../../server/contract/limits.ts';
import { toAppError } from '../../../errors/describe-error.ts';

export const pageSize = firstLook.models;

type Options<Page> = {
  readonly load: (pageIndex: number, signal: AbortSignal) => Promise<Page>;
  readonly onPage: (pageIndex: number, page: Page) => void;
  readonly onFailure: (pageIndex: number, error: AppError) => void;
  /** False for pages that are loaded, or that failed and wait for a retry. */
  readonly isNeeded: (pageIndex: number) => boolean;
};

export type PageLoader = {
  /** Loads what is in view; pages that have scrolled past before their turn are never requested. */
  want(firstPage: number, lastPage: number): void;
  stop(): void;
};

const parallelPages = 2;

/** Fetches the pages in view, nearest first, a few at a time. */
export function createPageLoader<Page>({ load, onPage, onFailure, isNeeded }: Options<Page>): PageLoader {
  const stopper = new AbortController();
  const loading = new Set<number>();
  let wanted: readonly number[] = [];

  const loadOne = async (pageIndex: number) => {
    loading.add(pageIndex);
    try {
      const page = await load(pageIndex, stopper.signal);
      loading.delete(pageIndex);
      if (!stopper.signal.aborted) onPage(pageIndex, page);
    } catch (error) {
      loading.delete(pageIndex);
      if (!stopper.signal.aborted) onFailure(pageIndex, toAppError(error));
    }
    loadNext();
  };

  const loadNext = () => {
    if (stopper.signal.aborted) return;
    for (const pageIndex of wanted) {
      if (loading.size >= parallelPages) return;
      if (!loading.has(pageIndex) && isNeeded(pageIndex)) void loadOne(pageIndex);
    }
  };

  return {
    want: (firstPage, lastPage) => {
      wanted = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
      loadNext();
    },
    stop: () => stopper.abort(),
  };
}
