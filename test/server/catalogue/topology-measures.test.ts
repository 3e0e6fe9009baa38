import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const texts = { light: objText(5, 'light'), heavy: objText(400, 'heavy'), lone: objText(50, 'lone') };
const server = await startTestServer({
  files: {
    'lamp/1k/lamp.obj': texts.light,
    'lamp/source/lamp.obj': texts.heavy,
    'chair/10k/chair.obj': texts.lone,
  },
});

type Query = {
  readonly lod?: string[];
  readonly triMin?: number;
  readonly triMax?: number;
  readonly sizeMax?: number;
  readonly sort?: 'triangles';
};
const titlesOf = async (query: Query) =>
  (await server.call('browse', query)).body.results.map(({ title }) => title).sort();

test('judges triangles by the chosen topology', async () => {
  expect(await titlesOf({ triMin: 400 })).toEqual(['Lamp']);
  expect(await titlesOf({ triMin: 6, lod: ['1k'] })).toEqual([]);
  expect(await titlesOf({ triMin: 5, lod: ['1k'] })).toEqual(['Lamp']);
  expect(await titlesOf({ triMin: 400, lod: ['1k', 'source'] })).toEqual(['Lamp']);
});

test('finds a model by any of its topologies, and says which', async () => {
  const find = async (query: Query) => {
    const { results } = (await server.call('browse', { sort: 'triangles', ...query })).body;
    return results.map(({ title, matchedLod, matchedTriangles }) => [title, matchedLod, matchedTriangles]);
  };

  expect(await find({ triMax: 10 })).toEqual([['Lamp', '1k', 5]]);
  expect(await find({ triMin: 6, triMax: 399 })).toEqual([['Chair', '10k', 50]]);
  expect(await find({ triMax: 100 })).toEqual([
    ['Lamp', '1k', 5],
    ['Chair', '10k', 50],
  ]);
  expect(await find({ triMin: 5 })).toEqual([
    ['Chair', '10k', 50],
    ['Lamp', 'source', 400],
  ]);
  expect(await find({ triMax: 10, lod: ['1k'] })).toEqual([['Lamp', undefined, undefined]]);
  const searched = (await server.call('search', { q: 'lamp', triMax: 10 })).body.results;
  expect(searched[0]).toMatchObject({ title: 'Lamp', matchedLod: '1k', matchedTriangles: 5 });
});

test('judges the size by the chosen topology', async () => {
  const { light, heavy, lone } = texts;

  expect(await titlesOf({ sizeMax: lone.length })).toEqual(['Chair']);
  expect(await titlesOf({ sizeMax: light.length, lod: ['1k'] })).toEqual(['Lamp']);
  expect(await titlesOf({ sizeMax: heavy.length, lod: ['1k', 'source'] })).toEqual([]);
  expect(await titlesOf({ sizeMax: heavy.length + light.length, lod: ['1k', 'source'] })).toEqual(['Lamp']);
});

test('counts what would be left of each range', async () => {
  const { body } = await server.call('filters', { lod: ['1k'], triMin: 1000, sizeMax: 1 });

  const counts = (buckets: readonly { readonly count: number }[]) => buckets.map(({ count }) => count);
  // The lamp fails both, and so counts in neither.
  expect([counts(body.triangles.buckets), counts(body.sizes)]).toEqual([Array(5).fill(0), Array(5).fill(0)]);
  const alone = (await server.call('filters', { lod: ['1k'], triMin: 1000 })).body;
  expect([counts(alone.triangles.buckets), counts(alone.sizes)]).toEqual([[1, 0, 0, 0, 0], Array(5).fill(0)]);
});

test('sorts by triangles of the chosen topology', async () => {
  const order = async (lod?: string[]) =>
    (await server.call('browse', { sort: 'triangles', ...(lod && { lod }) })).body.results.map(
      ({ title }) => title,
    );

  expect(await order()).toEqual(['Chair', 'Lamp']);
  expect(await order(['1k', '10k'])).toEqual(['Lamp', 'Chair']);
});
