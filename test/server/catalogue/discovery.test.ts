import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: {
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
  },
});

const titles = (answer: { body: { results: { title: string }[] } }) =>
  answer.body.results.map(({ title }) => title);

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
