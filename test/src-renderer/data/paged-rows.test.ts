import { expect, test } from 'vitest';
import { createPagedRows, type PageOfRows, type PageWish } from '../../../src-renderer/data/paged-rows.ts';

const everything = Array.from({ length: 25 }, (_, index) => index);
const answer = ({ limit, offset }: PageWish): PageOfRows<number> => ({
  rows: everything.slice(offset, offset + limit),
  total: everything.length,
});

test('shows the page that was asked for last', async () => {
  const waiting: (() => void)[] = [];
  const store = createPagedRows(
    10,
    (page) => new Promise<PageOfRows<number>>((resolve) => waiting.push(() => resolve(answer(page)))),
  );
  const first = store.getState().go(0);
  const second = store.getState().go(20);

  waiting[1]?.();
  await second;
  waiting[0]?.();
  await first;

  expect(store.getState()).toMatchObject({ status: 'ready', offset: 20, rows: [20, 21, 22, 23, 24] });
});

test('goes back to the last page that has rows', async () => {
  const store = createPagedRows(10, async (page) => answer(page));

  await store.getState().go(50);

  expect(store.getState()).toMatchObject({ status: 'ready', offset: 20, total: 25 });
});

test('keeps the rows when a later page fails', async () => {
  let isBroken = false;
  const store = createPagedRows(10, async (page) => {
    if (isBroken) throw new Error('cut');
    return answer(page);
  });
  await store.getState().go(0);

  isBroken = true;
  await store.getState().go(10);

  expect(store.getState()).toMatchObject({ status: 'failed', rows: everything.slice(0, 10) });
  expect(store.getState().error?.code).toBe('INTERNAL');
});

test('shows nothing of the person before', async () => {
  const waiting: (() => void)[] = [];
  const store = createPagedRows(
    10,
    (page) => new Promise<PageOfRows<number>>((resolve) => waiting.push(() => resolve(answer(page)))),
  );
  const loading = store.getState().go(10);

  store.getState().clear();
  waiting[0]?.();
  await loading;

  expect(store.getState()).toMatchObject({ rows: [], total: 0, offset: 0 });
});
