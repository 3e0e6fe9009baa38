import { expect, test } from 'vitest';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import type { TestServer } from '../../helpers/test-server.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...simpleModel('Knight', {
    category: 'Characters',
    subcategory: 'Medieval',
    tags: ['armour', 'sword'],
    license: 'CC0-1.0',
    rigged: true,
    type: 1,
  }),
  ...simpleModel('Old sword', {
    category: 'Weapons',
    tags: ['blade'],
    description: 'The sword of a knight.',
    license: 'MIT',
    priceUsd: 0,
  }),
  ...simpleModel('Oak table', { category: 'Furniture', tags: ['wood', 'table'], license: 'CC0-1.0' }),
  'Tiny cup/product.json': JSON.stringify({ title: 'Tiny cup', category: 'Kitchen', tags: ['wood'] }),
  'Tiny cup/1k/cup.obj': objText(2),
});
const server = await startTestServer({ libraryDir: library.folder });

const titles = (answer: { body: { results: { title: string }[] } }) =>
  answer.body.results.map(({ title }) => title);
const get = async (address: string) => (await fetch(`${server.baseUrl}${address}`)).json();

test('lists everything to whoever asks', async () => {
  const response = await fetch(`${server.baseUrl}/api-embeddings/browse?cachebuster=1`);
  const body = await response.json();

  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(body).toMatchObject({ ok: true, total: 4, hasMore: false, limit: 24, offset: 0 });
});

test('ranks the title above the description', async () => {
  const found = await server.call('search', { q: 'knight' });

  expect(titles(found)).toEqual(['Knight', 'Old sword']);
  expect(found.body.results[0]?.score).toBeGreaterThan(found.body.results[1]?.score ?? 0);
});

test('finds words by their beginning and stem', async () => {
  const [prefix, plural] = await Promise.all([
    server.call('search', { q: 'tab' }),
    server.call('search', { q: 'tables' }),
  ]);

  expect([titles(prefix), titles(plural)]).toEqual([['Oak table'], ['Oak table']]);
});

test('takes operators for plain words', async () => {
  for (const q of [
    '"knight',
    'knight*',
    'NEAR(knight',
    'title:knight',
    'knight"',
    '-knight',
    'knight^2',
    '{knight}',
  ]) {
    const { status, body } = await server.call('search', { q });

    expect([q, status, body.total > 0]).toEqual([q, 200, true]);
  }
  expect((await server.call('search', { q: 'knight OR table' })).body.total).toBe(3);
});

test('answers an empty list when nothing matches', async () => {
  const [nothing, punctuation] = await Promise.all([
    server.call('search', { q: 'zeppelin' }),
    server.call('search', { q: '***' }),
  ]);

  expect([nothing.body.results, nothing.body.total]).toEqual([[], 0]);
  expect([punctuation.body.results, punctuation.body.total]).toEqual([[], 0]);
});

test('lists everything for empty words', async () => {
  expect((await get('/api-embeddings?q=&category=')).total).toBe(4);
});

test('clamps limits and answers beyond the end', async () => {
  const [low, high, beyond] = await Promise.all([
    server.call('browse', { limit: -3 }),
    server.call('browse', { topK: 5000 }),
    server.call('browse', { offset: 90 }),
  ]);

  expect([low.body.limit, low.body.hasMore, high.body.limit]).toEqual([1, true, 200]);
  expect([beyond.status, beyond.body.results]).toEqual([200, []]);
});

test('pages through every model exactly once', async () => {
  const pages = await Promise.all(
    [0, 1, 2, 3].map((offset) => server.call('browse', { limit: 1, offset, sort: 'title' })),
  );

  expect(pages.flatMap(titles)).toEqual(['Knight', 'Oak table', 'Old sword', 'Tiny cup']);
});

test('joins values with or, parameters with and', async () => {
  const either = await server.call('browse', { tag: ['wood', 'blade'], sort: 'title' });
  const both = await server.call('browse', { tag: ['wood'], category: 'FURNITURE' });
  const several = await server.call('browse', { categories: 'kitchen,weapons', sort: 'title' });

  expect(titles(either)).toEqual(['Oak table', 'Old sword', 'Tiny cup']);
  expect(titles(both)).toEqual(['Oak table']);
  expect(titles(several)).toEqual(['Old sword', 'Tiny cup']);
});

test('filters by topology, triangles, rig, type and licence', async () => {
  const one = async (query: Parameters<TestServer['call']>[1]) =>
    titles(await server.call('browse', { ...query, sort: 'title' }));

  expect(await one({ lod: ['10k'] })).toEqual(['Knight', 'Oak table', 'Old sword']);
  expect(await one({ triMax: 3 })).toEqual(['Tiny cup']);
  expect(await one({ triMin: 5, license: 'mit' })).toEqual(['Old sword']);
  expect(await one({ rigged: true })).toEqual(['Knight']);
  expect(await one({ type: 1 })).toEqual(['Knight']);
  expect(await one({ format: ['fbx'] })).toEqual([]);
});

test('counts each facet without its own constraint', async () => {
  const { body } = await server.call('filters', { category: 'furniture', tag: ['wood'] });

  expect(body.total).toBe(1);
  expect(body.categories.map(({ name, count }) => [name, count])).toEqual([
    ['Furniture', 1],
    ['Kitchen', 1],
  ]);
  expect(body.tags).toEqual([
    { value: 'table', count: 1 },
    { value: 'wood', count: 1 },
  ]);
  expect(body.lods).toEqual([
    { value: '1k', count: 1 },
    { value: '10k', count: 1 },
  ]);
});

test('describes a model with absolute addresses', async () => {
  const { guid } = (await server.call('search', { q: 'oak table' })).body.results[0] ?? { guid: '' };
  const { body } = await server.call('model', { guid });

  expect(body).toMatchObject({
    title: 'Oak table',
    typeLabel: 'model',
    formats: ['obj'],
    lods: ['1k', '10k'],
    priceUsd: 1,
    licenseType: 'premium',
  });
  expect(body.canonicalUrl).toBe(`${server.baseUrl}/model/${guid}-oak-table`);
  expect([body.previewSmallUrl, body.glb1kUrl, body.posters]).toEqual([null, null, []]);
  expect(body.topologies.map(({ lod, folder, formats }) => [lod, folder, formats])).toEqual([
    ['1k', '1k', ['obj']],
    ['10k', '10k', ['obj']],
  ]);
  expect(body.topologies[0]?.files[1]).toMatchObject({ relativePath: '1k/thing.mtl', role: 'support' });
});

test('tells that a model does not exist', async () => {
  const { status, error } = await server.call('model', { guid: 'no-such-model' });

  expect([status, error.code]).toEqual([404, 'MODEL_NOT_FOUND']);
});
