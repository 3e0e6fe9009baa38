import { expect, test } from 'vitest';
import {
  choose,
  chooseAll,
  chooseOne,
  keepShown,
  nothingChosen,
} from '../../../../../src-renderer/features/library/store/choose-models.ts';

const guids = ['a', 'b', 'c', 'd', 'e'];
const click = { isToggle: false, isRange: false };
const toggle = { isToggle: true, isRange: false };
const range = { isToggle: false, isRange: true };

test('chooses one model alone with a click', () => {
  expect([...choose(chooseOne('a'), guids, 'c', click).chosen]).toEqual(['c']);
});

test('adds and takes away one model', () => {
  const two = choose(chooseOne('a'), guids, 'c', toggle);

  expect([...two.chosen]).toEqual(['a', 'c']);
  expect([...choose(two, guids, 'a', toggle).chosen]).toEqual(['c']);
});

test('chooses from the last click on, both ways', () => {
  const down = choose(chooseOne('b'), guids, 'd', range);

  expect([...down.chosen]).toEqual(['b', 'c', 'd']);
  expect([...choose(down, guids, 'a', range).chosen]).toEqual(['a', 'b']);
});

test('adds a range to what is chosen', () => {
  const two = choose(chooseOne('a'), guids, 'c', toggle);

  expect([...choose(two, guids, 'e', { isToggle: true, isRange: true }).chosen]).toEqual([
    'a',
    'c',
    'd',
    'e',
  ]);
});

test('begins anew where the last click is out of sight', () => {
  expect([...choose(chooseOne('gone'), guids, 'd', range).chosen]).toEqual(['d']);
});

test('forgets chosen models that are not shown any more', () => {
  const all = chooseAll(nothingChosen, guids);

  expect([...keepShown(all, (guid) => guid !== 'b').chosen]).toEqual(['a', 'c', 'd', 'e']);
  expect(keepShown(all, () => true)).toBe(all);
});
