import { expect, test } from 'vitest';
import { createBufferPool } from '../../../../server/files/serving/buffer-pool.ts';

const sizes = { largeBytes: 1000, smallBytes: 10, mostLarge: 2 };

test('uses a returned buffer again', () => {
  const pool = createBufferPool(sizes);
  const first = pool.lend();

  first.settle(true);

  expect(pool.lend().buffer).toBe(first.buffer);
});

test('never uses a dropped buffer again', () => {
  const pool = createBufferPool(sizes);
  const first = pool.lend();

  first.settle(false);

  expect(pool.lend().buffer).not.toBe(first.buffer);
});

test('gives a crowd small buffers', () => {
  const pool = createBufferPool(sizes);

  const loans = Array.from({ length: 5 }, () => pool.lend());

  expect(loans.map(({ buffer }) => buffer.length)).toEqual([1000, 1000, 10, 10, 10]);
  expect(pool.lentBytes()).toBe(2030);
});
