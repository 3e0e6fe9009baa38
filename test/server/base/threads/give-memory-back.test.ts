import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { giveMemoryBack } from '../../../../server/base/threads/give-memory-back.ts';

const makeMany = () => Array.from({ length: 1_500_000 }, (_, index) => ({ index, text: `${index}` }));

test('gives back what a large heap no longer needs', () => {
  const before = getHeapStatistics();
  const held = { things: makeMany() };
  const filled = getHeapStatistics();
  expect(held.things).toHaveLength(1_500_000);
  held.things = [];

  giveMemoryBack();

  const after = getHeapStatistics();
  expect(filled.used_heap_size - before.used_heap_size).toBeGreaterThan(80_000_000);
  expect(filled.used_heap_size - after.used_heap_size).toBeGreaterThan(80_000_000);
  expect(filled.total_heap_size - after.total_heap_size).toBeGreaterThan(60_000_000);
});
