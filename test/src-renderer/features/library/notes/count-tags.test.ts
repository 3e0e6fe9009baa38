import { expect, test } from 'vitest';
import { countTags, readTags } from '../../../../../src-renderer/features/library/notes/count-tags.ts';

const noted = (guid: string, ...tags: string[]) => [guid, { guid, tags, note: '', seen: '' }] as const;

test('counts the tags of the models that are there', () => {
  const notes = new Map([noted('a', 'Hero', 'tree 10'), noted('b', 'hero', 'tree 9'), noted('gone', 'hero')]);

  expect(countTags([{ guid: 'a' }, { guid: 'b' }, { guid: 'c' }], notes)).toEqual([
    { name: 'Hero', count: 2 },
    { name: 'tree 9', count: 1 },
    { name: 'tree 10', count: 1 },
  ]);
});

test.each([
  ['hero', ['hero']],
  [' night  scene , hero,, Hero ', ['night scene', 'Hero']],
  [' , ', []],
  ['abcdefghijklmnop', ['abcdefghijkl']],
])('reads “%s” as tags', (text, tags) => {
  expect(readTags(text, 12)).toEqual(tags);
});
