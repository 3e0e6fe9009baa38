import { expect, test } from 'vitest';
import { createTermRuns } from '../../../../../../server/catalogue/search/engine/segment/vocabulary.ts';

/** Seventy terms of one model each, but the fifth of a hundred. */
const offsets = Uint32Array.from({ length: 71 }, (_, term) => (term > 5 ? term + 99 : term));
const toRuns = createTermRuns(offsets, 10);

test('joins neighbouring terms in any order', () => {
  const { runs, uses } = toRuns(Uint32Array.of(40, 9, 8, 10, 41, 9));

  expect(runs).toEqual([
    [8, 10],
    [40, 41],
  ]);
  expect(uses).toBe(5);
});

test('leaves a term of many models alone', () => {
  const { runs, uses } = toRuns(Uint32Array.of(3, 4, 5, 6, 7));

  expect(runs).toEqual([
    [3, 4],
    [5, 5],
    [6, 7],
  ]);
  expect(uses).toBe(104);
});

test('forgets the terms of the call before', () => {
  toRuns(Uint32Array.of(1, 2, 3));

  expect(toRuns(Uint32Array.of(69)).runs).toEqual([[69, 69]]);
});

test('makes no run of no terms', () => {
  expect(toRuns(new Uint32Array(0))).toEqual({ runs: [], uses: 0 });
});
