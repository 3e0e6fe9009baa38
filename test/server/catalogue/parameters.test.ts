import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import { discoveryPairs, pairCategories, pairWords } from '../../helpers/discovery-pairs.ts';
import { objText } from '../../helpers/library-folder.ts';
import { type Pairs, passesFilters } from '../../helpers/passes-filters.ts';
import { runs } from '../../helpers/property-runs.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const at = <T>(list: readonly T[], index: number) => list[index % list.length];

/** Thirty models with every combination of traits that the filters tell apart. */
const server = await startTestServer({
  files: Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => {
      const folder = `m${index}`;
      const product = {
        title: `${at(pairWords, index)} ${at(pairWords, index * 3 + 1)} ${index}`,
        category: at(pairCategories, index),
        subcategory: index % 3 === 0 ? 'Small' : '',
        tags: [at(pairWords, index), at(['wood', 'Metal', 'été'], index)],
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
});
const everything = (await server.call('browse', { limit: 200 })).body.results;

async function ask(address: string, query: Pairs) {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
  const response = await fetch(`${server.baseUrl}${address}?${search}`);
  return { status: response.status, body: await response.json() };
}

test('answers or refuses every parameter, never wrongly', { timeout: 120_000 }, async () => {
  const route = fc.constantFrom('/api-embeddings/browse', '/api-embeddings/', '/api-embeddings');

  await fc.assert(
    fc.asyncProperty(route, discoveryPairs, async (address, query) => {
      const { status, body } = await ask(address, query);

      // An address that is too long is refused before anybody reads it.
      expect([200, 400, 431]).toContain(status);
      if (status === 431) return;
      if (status === 400) {
        expect(body).toMatchObject({ ok: false, code: 'INVALID_INPUT' });
        return;
      }
      const last = (name: string) => query.findLast(([key, value]) => key === name && value !== '')?.[1];
      expect(body.query).toBe(last('q') ?? last('query'));
      expect(body.results.filter((record: ModelRecord) => !passesFilters(record, query))).toEqual([]);
      expect(body.results.length).toBe(Math.max(0, Math.min(body.limit, body.total - body.offset)));
      const isListing = (body.query ?? '').trim() === '';
      const expected = everything.filter((record) => passesFilters(record, query)).length;
      if (isListing) expect(body.total).toBe(expected);
      else expect(body.total).toBeLessThanOrEqual(expected);
      expect('suggestions' in body).toBe(body.total === 0);
    }),
    runs(200),
  );
});

test('counts facets of every selection without fault', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(discoveryPairs, async (query) => {
      const [counted, listed] = [
        await ask('/api-embeddings/filters', query),
        await ask('/api-embeddings/', query),
      ];

      if (counted.status === 431 || listed.status === 431) return;
      expect([200, 400]).toContain(counted.status);
      expect(counted.status).toBe(listed.status);
      if (counted.status === 200) expect(counted.body.total).toBe(listed.body.total);
    }),
    runs(70),
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
    ['type', ' '],
    ['type', '0x1'],
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
  ]);

  expect(body.limit).toBe(5);
});

test('takes any of several licences', async () => {
  const licencesOf = async (...licences: readonly string[]) => {
    const { body } = await ask('/api-embeddings/browse', [
      ['limit', '48'],
      ...licences.map((one) => ['license', one] as const),
    ]);
    return new Set(body.results.map(({ license }: ModelRecord) => license));
  };

  expect(await licencesOf('MIT', 'cc0-1.0')).toEqual(new Set(['MIT', 'CC0-1.0']));
  expect(await licencesOf('CC0-1.0')).toEqual(new Set(['CC0-1.0']));
});

test('suggests words only where nothing matches', async () => {
  const [found, missed] = [
    await ask('/api-embeddings/', [['q', 'knight']]),
    await ask('/api-embeddings/', [['q', 'zzzzqqqq']]),
  ];

  expect(found.body.suggestions).toBeUndefined();
  expect([missed.status, missed.body.total, Array.isArray(missed.body.suggestions)]).toEqual([200, 0, true]);
});
