import { expect, test } from 'vitest';
import { describeUnlockPrice, describeWholePrice } from '../../../src-renderer/lib/model-price.ts';

test('says no price of a model with only free files', () => {
  const model = { priceUsd: 1, lods: ['1k'] } as const;

  expect([describeUnlockPrice(model), describeWholePrice(model)]).toEqual(['', null]);
});

test('says no price of a model without one', () => {
  const model = { priceUsd: 0, lods: ['1k', '10k'] } as const;

  expect([describeUnlockPrice(model), describeWholePrice(model)]).toEqual(['', null]);
});

test('tells that the 1k topology is free', () => {
  const model = { priceUsd: 1, lods: ['1k', '10k'] } as const;

  expect([describeUnlockPrice(model), describeWholePrice(model)]).toEqual([
    '$1.00',
    '1k free, the rest $1.00 once',
  ]);
});

test('promises no free topology where none exists', () => {
  const model = { priceUsd: 2.5, lods: ['10k', 'source'] } as const;

  expect(describeWholePrice(model)).toBe('$2.50 once');
});
