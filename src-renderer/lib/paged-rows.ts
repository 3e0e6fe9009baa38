import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../server/contract/errors.ts';
import { toAppError } from '../errors/describe-error.ts';

export type PageWish = { readonly limit: number; readonly offset: number };
export type PageOfRows<Row> = { readonly rows: readonly Row[]; readonly total: number };

type PagedRowsState<Row> = PageOfRows<Row> & {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly pageSize: number;
  readonly offset: number;
  readonly error: AppError | null;
};
type PagedRowsActions = {
  go(offset: number): Promise<void>;
  /** The same page again. */
  reload(): Promise<void>;
  /** Forgets the rows, and what is under way: they were another person's. */
  clear(): void;
};
export type PagedRowsStore<Row> = StoreApi<PagedRowsState<Row> & PagedRowsActions>;

type Options<Row> = {
  readonly pageSize: number;
  readonly load: (page: PageWish) => Promise<PageOfRows<Row>>;
};

/** One page of a list that the server keeps; of two wishes the later one is shown, whichever is answered first. */
export function createPagedRows<Row>({ pageSize, load }: Options<Row>): PagedRowsStore<Row> {
  return createStore<PagedRowsState<Row> & PagedRowsActions>()((set, get) => {
    let latest = 0;
    const go = async (offset: number): Promise<void> => {
      latest += 1;
      const mine = latest;
      set({ status: 'loading', offset, error: null });
      try {
        const { rows, total } = await load({ limit: pageSize, offset });
        if (mine !== latest) return;
        const isPastEnd = rows.length === 0 && offset > 0;
        if (isPastEnd) return await go(Math.max(0, Math.floor((total - 1) / pageSize)) * pageSize);
        set({ status: 'ready', rows, total });
      } catch (error) {
        if (mine === latest) set({ status: 'failed', error: toAppError(error) });
      }
    };
    const nothing = { status: 'loading', rows: [], total: 0, offset: 0, error: null } as const;
    return {
      ...nothing,
      pageSize,
      go,
      reload: () => go(get().offset),
      clear: () => {
        latest += 1;
        set(nothing);
      },
    };
  });
}
