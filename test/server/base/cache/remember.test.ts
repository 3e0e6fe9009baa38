import { expect, test } from 'vitest';
import { rememberSome } from '../../../../server/base/cache/remember.ts';

function countLookUps(most: number) {
  const asked: string[] = [];
  const find = rememberSome(most, (text) => {
    asked.push(text);
    return text === 'yes';
  });
  return { find, asked };
}

test('looks up each text once, whatever the answer is', () => {
  const { find, asked } = countLookUps(2);

  const answers = ['yes', 'no', 'yes', 'no'].map(find);

  expect(answers).toEqual([true, false, true, false]);
  expect(asked).toEqual(['yes', 'no']);
});

test('keeps no more answers than it may', () => {
  const { find, asked } = countLookUps(2);

  for (const text of ['a', 'b', 'c', 'a']) find(text);

  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});
