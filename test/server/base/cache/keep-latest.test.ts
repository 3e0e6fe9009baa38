import { expect, test } from 'vitest';
import { keepLatest } from '../../../../server/base/cache/keep-latest.ts';

test('forgets what was used longest ago', () => {
  const kept = keepLatest<string, number>(200, 100);

  kept.set('a', 1).set('b', 2);
  kept.get('a');
  kept.set('c', 3).set('c', 4);

  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 4]);
});
