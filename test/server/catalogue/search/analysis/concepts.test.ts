import { describe, expect, test } from 'vitest';
import { openConcepts } from '../../../../../server/catalogue/search/analysis/concepts.ts';
import { stem } from '../../../../../server/catalogue/search/analysis/tokenise.ts';
import { concepts } from '../../../../../server/catalogue/search/engine/match/concept-file.ts';

const file = [
  ',animal,|| live thing animal ',
  ',dog,domestic dog,|0| pet keep dog domest anim ',
  ',hound,|1| dog hunt hound ',
  ',beagle,|2| small hound short leg beagle ',
  ',frank,dog3,|| smooth sausag eat hot roll frank dog ',
].join('\n');
const open = () => openConcepts(`${file}\n`);
const isSaid =
  (...known: readonly string[]) =>
  (stems: readonly string[]) =>
    stems.every((one) => known.map(stem).includes(one));
const listTexts = (found: readonly { readonly text: string }[]) => found.map(({ text }) => text);

describe('what a word means', () => {
  test.each([
    ['hound', ['beagle', 'dog'], ['beagle', 'dog']],
    ['hounds', ['dog'], ['dog']],
    ['hound', ['frank'], []],
    ['beagle', ['dog', 'animal'], ['dog']],
    ['dogs', ['frank', 'beagle'], ['frank', 'beagle']],
    ['houn', ['dog'], []],
  ])('%s with %j', (word, known, expected) => {
    expect(listTexts(open().near(word, isSaid(...known)))).toEqual(expected);
  });

  test('counts from the nearest as 1', () => {
    const found = open().near('hound', isSaid('beagle', 'dog'));

    expect(found.map(({ text, weight }) => [text, weight])).toEqual([
      ['beagle', 1],
      ['dog', expect.closeTo(0.67)],
    ]);
  });

  test('is also what a definition says', () => {
    expect(listTexts(open().describe(['a', 'pet', 'to', 'keep'], isSaid('dog')))).toEqual(['dog']);
    expect(open().describe(['table'], isSaid('dog'))).toEqual([]);
  });
});

test.each([
  ['couch', 'sofa'],
  ['hound', 'dog'],
  ['timepiece', 'clock'],
  ['conifer', 'pine'],
])('the shipped file knows that %s is near to %s', (word, expected) => {
  expect(listTexts(concepts().near(word, isSaid(expected)))).toContain(expected);
});
