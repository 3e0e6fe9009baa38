import { expect, test } from 'vitest';
import { fuseRanks } from '../../../../../server/catalogue/search/embeddings/fuse-ranks.ts';

test('adds the reciprocal ranks of both lists', () => {
  expect(fuseRanks({ lexical: 0, meaning: 1 })).toBeCloseTo(1 / 61 + 1 / 62, 10);
});

test('gives an absent rank no share', () => {
  expect(fuseRanks({ lexical: null, meaning: 0 })).toBe(fuseRanks({ lexical: 0, meaning: null }));
  expect(fuseRanks({ lexical: null, meaning: null })).toBe(0);
});
