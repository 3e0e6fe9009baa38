import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelRecord } from '../../../server/contract/discovery.ts';
import { toSlug } from '../../../server/text.ts';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';

const categories = ['Furniture', 'Weapons', 'Été', 'キッチン'];
const words = ['knight', 'chair', 'oak', 'crème', 'שלום', '椅子', 'a"b', '%', 'NEAR'];
const at = <T>(list: readonly T[], index: number) => list[index % list.length];

/** Thirty models with every combination of traits that the filters tell apart. */
const library = makeLibraryFolder(
  Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => {
      const folder = `m${index}`;
      const product = {
        title: `${at(words, index)} ${at(words, index * 3 + 1)} ${index}`,
        category: at(categories, index),
        subcategory: index % 3 === 0 ? 'Small' : '',
        tags: [at(words, index), at(['wood', 'Metal', 'été'], index)],
        license: at(['CC0-1.0', 'MIT'], index >> 1),
        type: index % 5,
        animated: index % 2 === 0,
        rigged: index % 7 === 0,
      };
      const lod = at(['1k', '10k', 'source'], index) ?? '1k';
      return [
        [`${folder}/product.json`, JSON.stringify(product)],
        [`${folder}/${lod}/thing.obj`, objText(2 + index, folder)],
      ] as const;
    }).flat(),
  ),
);
let server: TestServer;
let everything: readonly ModelRecord[];
beforeAll(async () => {
  server = await startTestServer({ libraryDir: library.folder });
  everything = (await server.call('browse', { limit: 200 })).body.results;
});
afterAll(async () => {
  await server.close();
  library.remove();
});

type Pairs = readonly (readonly [string, string])[];

const hasOne = (own: readonly string[], wanted: readonly string[]) =>
  wanted.some((value) => own.some((one) => one.toLowerCase() === value.toLowerCase()));

/** A name without letters or digits is the name of no category. */
const isNamed = (own: string, name: string) =>
  /[\p{L}\p{N}]/u.test(name) && own !== '' && toSlug(own) === toSlug(name);

/** The filters once more, as the contract words them, on the records that came back. */
function passes(record: ModelRecord, pairs: Pairs): boolean {
  const all = (name: string) =>
    pairs.filter(([key, value]) => key === name && value !== '').map(([, value]) => value);
  const last = (name: string) => all(name).at(-1);
  const named = [
    ...[last('category')].flatMap((name) => name ?? []),
    ...(last('categories') ?? '').split(','),
  ].filter((name) => name.trim() !== '');
  const subcategory = last('subcategory');
  const isLike = (name: string, own: boolean) =>
    last(name) === undefined || own === ['true', '1'].includes((last(name) ?? '').toLowerCase());
  const triangles = record.triCount ?? Number.NaN;
  return (
    (named.length === 0 || named.some((name) => isNamed(record.category, name))) &&
    (subcategory === undefined || subcategory.trim() === '' || isNamed(record.subcategory, subcategory)) &&
    (all('tag').length === 0 || hasOne(record.tags, all('tag'))) &&
    (all('format').length === 0 || hasOne(record.formats, all('format'))) &&
    (all('lod').length === 0 || hasOne(record.lods, all('lod'))) &&
    (last('license') === undefined || record.license.toLowerCase() === last('license')?.toLowerCase()) &&
    (last('type') === undefined || record.type === Number(last('type'))) &&
    isLike('animated', record.animated) &&
    isLike('rigged', record.rigged) &&
    (last('triMin') === undefined || triangles >= Number(last('triMin'))) &&
    (last('triMax') === undefined || triangles <= Number(last('triMax')))
  );
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
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
  q: fc.constantFrom(...words, 'knight oak', 'kni', 'chiar'),
  query: fc.constantFrom(...words),
  limit: fc.integer({ min: -3, max: 400 }).map(String),
  topK: fc.integer({ min: -3, max: 400 }).map(String),
  offset: fc.integer({ min: -3, max: 40 }).map(String),
  sort: fc.constantFrom('relevance', 'popular', 'newest', 'title', 'triangles'),
  type: fc.constantFrom('0', '1', '4'),
  category: fc.constantFrom(...categories, 'furniture', 'ete'),
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
  cachebuster: fc.string(),
};
const pair = fc
  .constantFrom(...Object.keys(sensible))
  .chain((name) =>
    fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: sensible[name] ?? nasty }, nasty)),
  );
const pairs = fc
  .array(pair, { maxLength: 5 })
  .map((list) => list.map(([name, value]) => [name, value.toWellFormed()] as const));

async function ask(address: string, query: Pairs) {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
  const response = await fetch(`${server.baseUrl}${address}?${search}`);
  return { status: response.status, body: await response.json() };
}

test('answers or refuses every parameter, never wrongly', { timeout: 120_000 }, async () => {
  const route = fc.constantFrom('/api-embeddings/browse', '/api-embeddings/', '/api-embeddings');

  await fc.assert(
    fc.asyncProperty(route, pairs, async (address, query) => {
      const { status, body } = await ask(address, query);

      expect([200, 400]).toContain(status);
      if (status === 400) {
        expect(body).toMatchObject({ ok: false, code: 'INVALID_INPUT' });
        return;
      }
      const last = (name: string) => query.findLast(([key, value]) => key === name && value !== '')?.[1];
      expect(body.query).toBe(last('q') ?? last('query'));
      expect(body.results.filter((record: ModelRecord) => !passes(record, query))).toEqual([]);
      expect(body.results.length).toBe(Math.max(0, Math.min(body.limit, body.total - body.offset)));
      const isListing = (body.query ?? '').trim() === '';
      const expected = everything.filter((record) => passes(record, query)).length;
      if (isListing) expect(body.total).toBe(expected);
      else expect(body.total).toBeLessThanOrEqual(expected);
      expect('suggestions' in body).toBe(body.total === 0);
    }),
    { numRuns: 600 },
  );
});

test('counts facets of every selection without fault', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (query) => {
      const [counted, listed] = [
        await ask('/api-embeddings/filters', query),
        await ask('/api-embeddings/', query),
      ];

      expect([200, 400]).toContain(counted.status);
      expect(counted.status).toBe(listed.status);
      if (counted.status === 200) expect(counted.body.total).toBe(listed.body.total);
    }),
    { numRuns: 200 },
  );
});

test('finds no category by a name without letters', async () => {
  for (const name of ['\u0000', '***', '—', '🗿']) {
    const { body } = await ask('/api-embeddings/browse', [['category', name]]);

    expect([name, body.total]).toEqual([name, 0]);
  }
});

test('takes the aliases of words and limit', async () => {
  const plain = await ask('/api-embeddings/', [
    ['q', 'knight'],
    ['limit', '2'],
  ]);
  const alias = await ask('/api-embeddings', [
    ['query', 'knight'],
    ['topK', '2'],
  ]);

  expect(alias.body.results).toEqual(plain.body.results);
  expect([alias.body.limit, alias.body.query]).toEqual([2, 'knight']);
});

test('prefers the name over its alias, unless empty', async () => {
  const both = await ask('/api-embeddings/', [
    ['q', 'knight'],
    ['query', 'oak'],
  ]);
  const empty = await ask('/api-embeddings/', [
    ['q', ''],
    ['query', 'oak'],
  ]);

  expect([both.body.query, empty.body.query]).toEqual(['knight', 'oak']);
});

test('clamps whole numbers of any length', async () => {
  const { status, body } = await ask('/api-embeddings/browse', [
    ['limit', '9'.repeat(400)],
    ['offset', `-${'9'.repeat(400)}`],
    ['triMin', '-99999999999999999999'],
  ]);

  expect([status, body.limit, body.offset, body.total]).toEqual([200, 200, 0, 30]);
});

test('refuses values that are no numbers, flags or sorts', async () => {
  for (const [name, value] of [
    ['limit', 'ten'],
    ['limit', '1.5'],
    ['offset', '1e3'],
    ['triMin', 'Infinity'],
    ['type', '5'],
    ['type', '-1'],
    ['animated', 'maybe'],
    ['sort', 'best'],
    ['q', 'x'.repeat(10_000)],
  ] as const) {
    const { status, body } = await ask('/api-embeddings/browse', [[name, value]]);

    expect([name, value.slice(0, 9), status, body.code]).toEqual([
      name,
      value.slice(0, 9),
      400,
      'INVALID_INPUT',
    ]);
    expect(Object.keys(body.details.fields)).toEqual([name]);
  }
});

test('takes the last of a repeated single value', async () => {
  const { body } = await ask('/api-embeddings/browse', [
    ['limit', '3'],
    ['limit', '5'],
    ['license', 'MIT'],
    ['license', 'CC0-1.0'],
  ]);

  expect(body.limit).toBe(5);
  expect(body.results.every(({ license }: ModelRecord) => license === 'CC0-1.0')).toBe(true);
});

test('suggests words only where nothing matches', async () => {
  const [found, missed] = [
    await ask('/api-embeddings/', [['q', 'knight']]),
    await ask('/api-embeddings/', [['q', 'zzzzqqqq']]),
  ];

  expect(found.body.suggestions).toBeUndefined();
  expect([missed.status, missed.body.total, Array.isArray(missed.body.suggestions)]).toEqual([200, 0, true]);
});
