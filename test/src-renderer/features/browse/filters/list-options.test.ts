import { expect, test } from 'vitest';
import {
  listOptions,
  sortByCount,
} from '../../../../../src-renderer/features/browse/filters/list-options.ts';

const counted = [
  { value: 'glb', count: 3 },
  { value: 'abc', count: 7 },
  { value: 'obj', count: 7 },
  { value: 'stl', count: 0 },
];

test('lists no value that would find nothing', () => {
  expect(listOptions(counted, []).map(({ value }) => value)).toEqual(['glb', 'abc', 'obj']);
});

test('lists what is chosen, even where nothing has it', () => {
  expect(listOptions(counted, ['stl', 'max'])).toEqual([...counted, { value: 'max', count: 0 }]);
});

test('puts the chosen first, then the most frequent', () => {
  const sorted = sortByCount(listOptions(counted, ['stl']), {
    isChosen: ({ value }) => value === 'stl',
    nameOf: ({ value }) => value,
  });

  expect(sorted.map(({ value }) => value)).toEqual(['stl', 'abc', 'obj', 'glb']);
});
