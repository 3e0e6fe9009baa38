import fc from 'fast-check';
import { codePoint } from './code-point.ts';

export const pairCategories = ['Furniture', 'Weapons', 'Été', 'キッチン'];
export const pairWords = ['knight', 'chair', 'oak', 'crème', 'שלום', '椅子', 'a"b', '%', 'NEAR'];

const nasty = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '%',
    '%00',
    "'; DROP TABLE model;--",
    "' OR 1=1 --",
    'x'.repeat(10_000),
    '1e309',
    '-1e309',
    'NaN',
    'Infinity',
    '0x10',
    '1.5',
    '99999999999999999999999',
    '-99999999999999999999999',
    '🗿🗿',
    '👩‍👩‍👧‍👦',
    'e\u0301\u0301\u0301',
    `a${'\u0301'.repeat(300)}`,
    '\u202eשלום עולם',
    'مرحبا',
    '" OR "',
    'NEAR(knight oak, 2)',
    'title:knight',
    'kni* AND -oak ^chair',
    '{knight} + "oak',
    '__proto__',
    'constructor',
    '[object Object]',
    'null',
    'undefined',
  ),
);
const sensible: Readonly<Record<string, fc.Arbitrary<string>>> = {
  q: fc.constantFrom(...pairWords, 'knight oak', 'kni', 'chiar'),
  query: fc.constantFrom(...pairWords),
  limit: fc.integer({ min: -3, max: 400 }).map(String),
  topK: fc.integer({ min: -3, max: 400 }).map(String),
  offset: fc.integer({ min: -3, max: 40 }).map(String),
  sort: fc.constantFrom('relevance', 'popular', 'newest', 'title', 'triangles'),
  type: fc.constantFrom('0', '1', '4'),
  category: fc.constantFrom(...pairCategories, 'furniture', 'ete'),
  categories: fc.constantFrom('furniture,weapons', 'Été, ', ',,'),
  subcategory: fc.constantFrom('Small', 'small'),
  tag: fc.constantFrom('wood', 'METAL', 'oak'),
  format: fc.constantFrom('obj', 'OBJ', 'glb'),
  lod: fc.constantFrom('1k', '10k', 'source'),
  license: fc.constantFrom('MIT', 'cc0-1.0'),
  animated: fc.constantFrom('true', 'false', '1', '0'),
  rigged: fc.constantFrom('true', 'false'),
  triMin: fc.integer({ min: -5, max: 40 }).map(String),
  triMax: fc.integer({ min: -5, max: 40 }).map(String),
  sizeMin: fc.integer({ min: -5, max: 2000 }).map(String),
  sizeMax: fc.integer({ min: -5, max: 2000 }).map(String),
  sizeMaxX: fc.constantFrom('-1', '0', '0.5', '2', '1e3'),
  sizeMaxY: fc.constantFrom('0.25', '3'),
  colour: fc.constantFrom('red', 'BROWN', 'mauve'),
  cachebuster: fc.string(),
};
const pair = fc
  .constantFrom(...Object.keys(sensible))
  .chain((name) =>
    fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: sensible[name] ?? nasty }, nasty)),
  );
/** Any parameters, sensible or not, repeated or not. */
export const discoveryPairs = fc
  .array(pair, { maxLength: 5 })
  .map((list) => list.map(([name, value]) => [name, value.toWellFormed()] as const));
