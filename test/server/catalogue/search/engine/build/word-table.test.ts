import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordTable } from '../../../../../../server/catalogue/search/engine/build/word-table.ts';
import { codePoint } from '../../../../../helpers/code-point.ts';

/** Numbers words as a Map would. */
function createPair() {
  const table = createWordTable();
  const known = new Map<string, number>();
  const isEqual = (text: string, start: number, end: number) => {
    const word = text.slice(start, end);
    const expected = known.get(word) ?? known.size;
    known.set(word, expected);
    return table.numberOf(text, start, end, () => known.size - 1) === expected;
  };
  return { table, known, isEqual };
}

test('numbers parts of texts as a Map does', () => {
  const part = fc.tuple(fc.string({ unit: codePoint, maxLength: 12 }), fc.nat(12), fc.nat(12));
  const property = fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
    const { table, known, isEqual } = createPair();

    for (const [text, one, other] of parts)
      expect(
        isEqual(text, Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)),
      ).toBe(true);
    for (const [word, number] of known) expect(table.find(word)).toBe(number);
  });

  fc.assert(property);
});

test('grows with its words and forgets none', () => {
  const { table, known, isEqual } = createPair();

  for (let index = 0; index < 100_000; index++) {
    const word = `word-${index.toString(36)}-of-many-letters`;
    if (!isEqual(word, 0, word.length)) throw new Error(`${word} has another number`);
  }

  expect([...known].filter(([word, number]) => table.find(word) !== number)).toEqual([]);
  expect(table.find('word')).toBe(-1);
});

test('keeps a word longer than all before it', () => {
  const { table } = createPair();
  const long = 'é'.repeat(2_000_000);

  expect(table.numberOf(long, 0, long.length, () => 7)).toBe(7);
  expect(table.find(long)).toBe(7);
});
