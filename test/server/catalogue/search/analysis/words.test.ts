import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createSlipCounter,
  editDistance,
} from '../../../../../server/catalogue/search/analysis/edit-distance.ts';
import { parseSynonyms } from '../../../../../server/catalogue/search/analysis/synonyms.ts';
import { eachToken, splitWords, stem } from '../../../../../server/catalogue/search/analysis/tokenise.ts';

function tokenise(text: string) {
  const tokens: { readonly text: string; readonly isJoined: boolean }[] = [];
  eachToken(text, (of, start, end, isJoined) => tokens.push({ text: of.slice(start, end), isJoined }));
  return tokens;
}
const joined = (text: string) =>
  tokenise(text)
    .filter((token) => token.isJoined)
    .map((token) => token.text);

test.each([
  ['PinHeader_1x19', ['pinheader', '1x19']],
  ["Kid's Café", ['kids', 'cafe']],
  ['Ｆｕｌｌ ＷＩＤＴＨ', ['full', 'width']],
  ['Straße', ['strasse']],
  ['"*(-:', []],
])('cuts %s into plain words', (text, expected) => {
  expect(splitWords(text)).toEqual(expected);
});

test.each([
  ['DIN-912', ['din912']],
  ['2 pin', ['2pin']],
  ['low-poly', ['lowpoly']],
  ['AB-12-CD', ['ab12', '12cd', 'ab12cd']],
  ['brick 2 x 4', ['2x', '2x4']],
  ['oak. table', []],
])('joins what belongs together in %s', (text, expected) => {
  expect(joined(text)).toEqual(expected);
});

test('cuts ASCII as it cuts all other text', () => {
  const piece = fc.constantFrom(
    '2',
    'x',
    '10',
    'mm',
    'din',
    'Ab1',
    "o'clock",
    'word'.repeat(20),
    '1'.repeat(70),
  );
  const gap = fc.constantFrom('', ' ', '-', '.', ',', '/', '  ', '_', ' ; ');
  const property = fc.property(fc.array(fc.tuple(piece, gap), { maxLength: 10 }), (parts) => {
    const text = parts.flat().join('');

    const other = tokenise(`${text} ; ж`).slice(0, -1);

    expect(tokenise(text)).toEqual(other);
  });

  fc.assert(property);
});

test.each([
  ['boxes', 'box'],
  ['batteries', 'battery'],
  ['cases', 'case'],
  ['painted', 'paint'],
  ['running', 'run'],
])('gives %s and %s one stem', (left, right) => {
  expect(stem(left)).toBe(stem(right));
});

test.each(['bus', 'glass', 'string', 'speed', 'ps4s', 'стол'])('leaves %s as it is', (word) => {
  expect(stem(word)).toBe(word);
});

test.each([
  ['chair', 'chiar', 1],
  ['chair', 'chir', 1],
  ['chair', 'chairs', 1],
  ['chair', 'table', 3],
])('counts the slips from %s to %s', (from, to, slips) => {
  expect(editDistance(from, to, 2)).toBe(slips);
});

test('reads groups, phrases and one-way lines of synonyms', () => {
  const synonyms = parseSynonyms(
    '# words\nsofa, couch\nmobile phone, smartphone\r\nnut => hex nut\n, ,\n=>\n',
  );

  expect(synonyms.find(['sofa'], 0)).toEqual([{ length: 1, phrases: [['couch']] }]);
  expect(synonyms.find(['mobile', 'red'].map(stem), 0)).toEqual([]);
  expect(synonyms.find(['mobile', 'phone'].map(stem), 0)).toEqual([
    { length: 2, phrases: [['smartphone'].map(stem)] },
  ]);
  expect(synonyms.find(['nut'], 0)).toEqual([{ length: 1, phrases: [['hex', 'nut']] }]);
  expect(synonyms.find(['hex', 'nut'], 0)).toEqual([]);
});

test('counts the same slips for many words as for one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ß', 'ж'), minLength: 1, maxLength: 32 });
  const property = fc.property(word, word, (from, to) => {
    const units = Array.from(to, (letter) => letter.charCodeAt(0));

    const slips = createSlipCounter(from)?.([0, ...units, 0], 1, units.length + 1);

    expect(slips).toBe(editDistance(from, to, 100));
  });

  fc.assert(property, { numRuns: 500 });
});

test('leaves words longer than a number has bits', () => {
  expect(createSlipCounter('a'.repeat(33))).toBeNull();
});
