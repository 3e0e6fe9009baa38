import { expect, test } from 'vitest';
import { createByteCache } from '../../../server/catalogue/byte-cache.ts';

const cacheOf = (maxBytes: number) =>
  createByteCache<string, string>({ maxBytes, weigh: (text) => text.length });

test('drops what was used longest ago', () => {
  const cache = cacheOf(6);
  cache.set('a', 'aaa');
  cache.set('b', 'bbb');
  cache.get('a');
  cache.set('c', 'ccc');

  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes()]).toEqual([
    'aaa',
    undefined,
    'ccc',
    6,
  ]);
});

test('keeps nothing heavier than its limit', () => {
  const cache = cacheOf(6);
  cache.set('a', 'aaa');
  cache.set('b', 'x'.repeat(7));

  expect([cache.get('b'), cache.bytes() <= 6]).toEqual([undefined, true]);
});

test('counts a replaced and a removed entry once', () => {
  const cache = cacheOf(6);
  cache.set('a', 'aaa');
  cache.set('a', 'aa');
  cache.set('b', 'b');
  cache.delete('b');
  cache.delete('b');

  expect([cache.get('a'), cache.bytes()]).toEqual(['aa', 2]);
});

test('forgets everything at once', () => {
  const cache = cacheOf(6);
  cache.set('a', 'aaa');
  cache.clear();

  expect([cache.get('a'), cache.bytes()]).toEqual([undefined, 0]);
});
