import { expect, test } from 'vitest';
import { describeUnlockPrice, describeWholePrice } from '../../../src-renderer/lib/model-price.ts';

test('calls a model of free files free whatever its price', () => {
  const model = { priceUsd: 1, lods: ['1k'] } as const;

  expect([describeUnlockPrice(model), describeWholePrice(model)]).toEqual(['Free', 'Free']);
});

test('calls a model without a price free', () => {
  const model = { priceUsd: 0, lods: ['1k', '10k'] } as const;

  expect([describeUnlockPrice(model), describeWholePrice(model)]).toEqual(['Free', 'Free']);
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
