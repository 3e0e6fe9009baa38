import { createRemote } from './remote.ts';

export type PageWish = { readonly limit: number; readonly offset: number };
export type PageOfRows<Row> = { readonly rows: readonly Row[]; readonly total: number };

type State<Row> = PageOfRows<Row> & {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly pageSize: number;
  readonly offset: number;
};
export type PagedRowsStore<Row> = ReturnType<typeof createPagedRows<Row>>;

/** Creates a list that the server returns whole but the page shows in pages. */
export const createWholeRows = <Row>(readAll: () => Promise<readonly Row[]>, pageSize = 25) =>
  createPagedRows(pageSize, async ({ limit, offset }) => {
    const all = await readAll();
    return { rows: all.slice(offset, offset + limit), total: all.length };
  });

/** Creates a list that the server pages. */
export function createPagedRows<Row>(pageSize: number, load: (page: PageWish) => Promise<PageOfRows<Row>>) {
  const nothing: State<Row> = { status: 'loading', pageSize, rows: [], total: 0, offset: 0 };
  return createRemote(nothing)(({ get, set, ask, attempt, forget, follow }) => {
    const go = async (offset: number) => {
      const isWanted = follow();
      set({ status: 'loading', offset, error: null });
      const isThere = await ask(async () => {
        const { rows, total } = await load({ limit: pageSize, offset });
        if (rows.length > 0 || offset === 0) return { status: 'ready', rows, total };
        const last = Math.max(0, Math.floor((total - 1) / pageSize)) * pageSize;
        return { status: 'ready', offset: last, ...(await load({ limit: pageSize, offset: last })) };
      });
      if (!isThere && isWanted() && get().error !== null) set({ status: 'failed' });
    };
    return {
      go,
      /** Runs a change, then reloads the page of rows. */
      async change(work: () => Promise<unknown>) {
        if (await attempt(work)) await go(get().offset);
      },
      reload: () => go(get().offset),
      /** Clears the rows and ignores pending requests, as they belong to another user. */
      clear() {
        forget();
        set({ ...nothing, error: null });
      },
    };
  });
}
