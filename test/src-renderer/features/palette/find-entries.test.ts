import { expect, test } from 'vitest';
import { findEntries, type PaletteEntry } from '../../../../src-renderer/features/palette/find-entries.ts';

const entries = ['Switch between dark and light', 'Settings', 'Back', 'Browse', 'Collections'].map(
  (label): PaletteEntry => ({ id: label, label, kind: 'Page', icon: 'cube', perform: () => undefined }),
);
const find = (text: string) => findEntries(entries, text).map(({ label }) => label);

test('offers everything before anything is written', () => {
  expect(find(' ')).toEqual(entries.map(({ label }) => label));
});

test('finds by the beginnings of words in any order', () => {
  expect(find('light SWI')).toEqual(['Switch between dark and light']);
});

test('puts what begins with the text first', () => {
  expect(find('b')).toEqual(['Back', 'Browse', 'Switch between dark and light']);
});

test('finds nothing in the middle of a word', () => {
  expect(find('ollect')).toEqual([]);
});
