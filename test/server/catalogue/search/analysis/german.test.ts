import { expect, test } from 'vitest';
import { splitCompound } from '../../../../../server/catalogue/search/analysis/german.ts';

test('cuts a long word that has many cuts without trying each combination', () => {
  const words = new Set(['aaa', 'aaaa', 'aaaaa', 'aaaaaa']);
  let asked = 0;
  const find = (part: string) => {
    asked += 1;
    if (asked > 100_000) throw new Error('It asks for the same parts again and again.');
    return words.has(part) ? [[part]] : [];
  };

  const compounds = splitCompound('a'.repeat(64), { find, own: () => null });

  expect(compounds.length).toBeGreaterThan(0);
});

test('names the whole and its last part', () => {
  const lexicon: Readonly<Record<string, string>> = {
    schatz: 'treasur',
    truhe: 'chest',
    kirche: 'church',
    turm: 'tower',
  };
  const find = (part: string) => (lexicon[part] === undefined ? [] : [[lexicon[part]]]);

  expect(splitCompound('schatztruhe', { find, own: () => null })).toEqual([
    { whole: [['treasur', 'chest']], head: [['chest']] },
  ]);
  expect(splitCompound('kirchturm', { find, own: () => null })).toEqual([
    { whole: [['church', 'tower']], head: [['tower']] },
  ]);
});
