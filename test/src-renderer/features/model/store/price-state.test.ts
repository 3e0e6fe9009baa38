import { expect, test } from 'vitest';
import { describePrice, toDownloadLabel } from '../../../../../src-renderer/features/model/download-label.ts';
import { findPriceState } from '../../../../../src-renderer/features/model/store/price-state.ts';

const pricing = { priceUsd: 1, unlocked: false, balanceUsd: 42.5 };

test('never charges for the 1k topology', () => {
  expect(findPriceState('1k', 5, { ...pricing, priceUsd: 5, balanceUsd: 0 })).toEqual({ kind: 'free' });
});

test('shows the price to whoever is signed out', () => {
  expect(findPriceState('10k', 5, null)).toEqual({ kind: 'unlocks', priceUsd: 5 });
});

test('takes the account’s price before the listed one', () => {
  expect(findPriceState('10k', 5, pricing)).toEqual({ kind: 'unlocks', priceUsd: 1, restUsd: 41.5 });
});

test('asks nothing for what is unlocked already', () => {
  expect(findPriceState('source', 5, { ...pricing, unlocked: true, balanceUsd: 0 })).toEqual({
    kind: 'unlocked',
  });
});

test('calls files free where nothing costs money', () => {
  const states = [findPriceState('10k', 0, null), findPriceState('10k', 5, { ...pricing, priceUsd: 0 })];

  expect(states).toEqual([{ kind: 'free-with-account' }, { kind: 'free' }]);
});

test('sees that the balance does not suffice', () => {
  expect(findPriceState('10k', 1, { ...pricing, balanceUsd: 0.99 })).toEqual({
    kind: 'too-expensive',
    priceUsd: 1,
    balanceUsd: 0.99,
  });
});

test('lets a balance of exactly the price suffice', () => {
  expect(findPriceState('10k', 1, { ...pricing, balanceUsd: 1 }).kind).toBe('unlocks');
});

test('says on the button what it takes', () => {
  const taken = { bytes: 2_400_000, what: '10k FBX with textures' };
  const labels = [
    toDownloadLabel({ kind: 'free' }, taken),
    toDownloadLabel({ kind: 'unlocks', priceUsd: 1 }, taken),
    toDownloadLabel({ kind: 'too-expensive', priceUsd: 5, balanceUsd: 1 }, taken),
  ];

  expect(labels).toEqual([
    'Download 10k FBX with textures, 2.4 MB',
    'Unlock for $1.00 and download 10k FBX with textures, 2.4 MB',
    'Unlock for $5.00: 10k FBX with textures',
  ]);
});

test('says both amounts when the balance is short', () => {
  expect(describePrice({ kind: 'too-expensive', priceUsd: 5, balanceUsd: 1 })).toBe(
    'Unlocking costs $5.00; your balance is $1.00',
  );
});
