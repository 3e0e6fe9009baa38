import { expect, test } from 'vitest';
import { readAssetLibrary } from '../../helpers/blender-client.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { reusePosterServers } from '../../helpers/poster-renderer.ts';
import { compressBlend, sampleBlend } from '../../helpers/sample-blend.ts';
import { samplePng } from '../../helpers/sample-files.ts';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const startPosterServer = reusePosterServers();
const chair = { code: 'OB', name: 'Chair', isMarked: true };
const marked = sampleBlend({ things: [chair, { code: 'MA', name: 'Wood', isMarked: true }] });
const details = {
  title: 'Chair',
  description: 'Of oak',
  tags: ['oak'],
  license: 'CC-BY-4.0',
  attribution: 'Ann',
};
const files = {
  'chair/product.json': JSON.stringify({
    guid: 'chair',
    category: 'Home: all',
    subcategory: 'Chairs',
    ...details,
  }),
  'chair/1k/chair 1.blend': marked,
};

async function startLibrary(more: Readonly<Record<string, string | Uint8Array>> = {}) {
  const served = await startPosterServer({ files: { ...files, ...more } });
  const root = `${served.server.baseUrl}/blender-library/`;
  return { ...served, root, read: () => readAssetLibrary(root) };
}

test('lists what is marked in a packed file', async () => {
  const { read, root } = await startLibrary();

  const { meta, index, assets, files: listed } = await read();

  expect(meta.contact.url).toBe(new URL(root).origin);
  expect(index).toMatchObject({ asset_count: 2, file_count: 1, asset_size_bytes: marked.length });
  expect(index.catalogs.map(({ path }) => path)).toEqual(['Home all/Chairs']);
  expect(assets.map(({ name, id_type }) => [name, id_type])).toEqual([
    ['Chair', 'OBJECT'],
    ['Wood', 'MATERIAL'],
  ]);
  expect(assets[0]).toMatchObject({
    files: ['chair/1k/chair 1.blend'],
    meta: {
      ...{ catalog_id: index.catalogs[0]?.uuids[0], tags: ['oak'], author: 'Ann' },
      ...{ description: 'Of oak', license: 'CC-BY-4.0' },
    },
    bl_versions: { min: '3.4' },
  });
  expect(listed[0]?.path).toBe('chair/1k/chair 1.blend');
});

test('gives each file with its length and tag', async () => {
  const { read } = await startLibrary({ 'lamp/1k/lamp.blend': compressBlend(marked) });
  const { files: listed, download } = await read();

  const answers = await Promise.all(listed.map(download));

  expect(answers.map(({ bytes }) => String(bytes.length))).toEqual(
    answers.map(({ headers }) => headers.get('content-length')),
  );
  expect(answers.map(({ headers }) => headers.get('etag') === null)).toEqual([false, false]);
});

test('shows the small poster beside an asset', async () => {
  const { read, library, server } = await startLibrary();
  const before = (await read()).assets[0]?.thumbnail;
  library.write({ 'chair/previewSmall.png': samplePng({ side: 8 }) });
  await server.scan();

  const { assets, get } = await read();

  const { thumbnail = { url: '', hash: '' } } = assets[0] ?? {};
  expect(before).toBeUndefined();
  expect((await get(thumbnail)).headers.get('content-type')).toBe('image/png');
});

test('shows no poster in a format that Blender refuses', async () => {
  const { read } = await startLibrary({ 'chair/previewSmall.jpg': sampleJpeg(256) });

  const { assets } = await read();

  expect(assets.map(({ thumbnail }) => thumbnail)).toEqual([undefined, undefined]);
});

test.each([
  ['costs', { 'sofa/product.json': '{"guid":"sofa"}', 'sofa/10k/sofa.blend': marked }],
  [
    'needs a picture beside it',
    { 'sofa/1k/sofa.blend': sampleBlend({ things: [chair, { code: 'IM', name: 'a' }] }) },
  ],
  ['marks nothing', { 'sofa/1k/sofa.blend': sampleBlend({ things: [{ code: 'OB', name: 'Sofa' }] }) }],
])('lists no file that %s', async (_what, more) => {
  const { read, root } = await startLibrary(more);

  const { files: listed } = await read();

  expect(listed.map(({ path }) => path)).toEqual(['chair/1k/chair 1.blend']);
  expect((await fetch(`${root}files/sofa/10k/sofa.blend`)).status).toBe(404);
});

test('lists what an account unlocked for its token, and gives it to no other', async () => {
  const { server, root, read } = await startLibrary({
    'sofa/product.json': '{"guid":"sofa"}',
    'sofa/10k/sofa.blend': marked,
  });
  const owner = await registerPerson(server);
  const other = await registerPerson(server);
  const wish = { guid: 'sofa', format: 'blend', lod: '10k', relativePath: '10k/sofa.blend' } as const;
  await server.call('agentDirect', wish, owner);
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

  const { files: owned, download } = await readAssetLibrary(root, as(owner));
  const { files: others } = await readAssetLibrary(root, as(other));
  const sofa = owned.find(({ path }) => path === 'sofa/10k/sofa.blend');
  const refused = await fetch(`${root}files/sofa/10k/sofa.blend`, { headers: as(other) });

  expect([owned.length, others.length, (await read()).files.length]).toEqual([2, 1, 1]);
  if (!sofa) throw new Error('The sofa is not listed.');
  const { bytes, headers } = await download(sofa);
  expect(bytes).toEqual(marked);
  expect(headers.get('cache-control')).toContain('private');
  expect(refused.status).toBe(404);
});

test('lists every topology of a model without price', async () => {
  const { read } = await startLibrary({
    'sofa/product.json': '{"guid":"sofa","priceUsd":0}',
    'sofa/10k/sofa.blend': marked,
  });

  const { files: listed } = await read();

  expect(listed.map(({ path }) => path)).toContain('sofa/10k/sofa.blend');
});

test('follows the library', async () => {
  const { read, library, server } = await startLibrary();
  const before = (await read()).index.file_count;
  library.write({ 'lamp/1k/lamp.blend': marked });
  await server.scan();
  const between = (await read()).index.file_count;
  library.remove('chair');
  await server.scan();

  const { files: listed } = await read();

  expect([before, between, listed.length]).toEqual([1, 2, 1]);
});

test('is whole and empty without any asset', async () => {
  const { server } = await startPosterServer({ files: simpleModel('vase', { guid: 'vase' }) });

  const { index, pages } = await readAssetLibrary(`${server.baseUrl}/blender-library/`);

  expect(index).toMatchObject({ asset_count: 0, file_count: 0, pages: [], catalogs: [] });
  expect(pages).toEqual([]);
});

test('has nothing else at its address', async () => {
  const { root } = await startLibrary();

  const answers = await Promise.all(
    ['', '_v1/assets-00009.json', 'files/chair/product.json', 'files/chair/../../x'].map((name) =>
      fetch(`${root}${name}`),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('finds assets without reading the whole inventory', async () => {
  const { server } = await startLibrary();
  const plan = server.db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT file.id FROM blend_file JOIN file ON file.sha256 = blend_file.sha256
       WHERE file.format = 'blend'`,
    )
    .all();

  expect(plan.map(({ detail }) => detail).join()).toContain('blend_file_in_models');
});
