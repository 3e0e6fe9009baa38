import { expect, test } from 'vitest';
import { hashSources, pickSources } from '../../../server/blender-library/make/pick-sources.ts';
import type { InventoryFile } from '../../../server/catalogue/model/models.ts';
import { limits } from '../../../server/contract/limits.ts';

const file = (relativePath: string, more: Partial<InventoryFile> = {}): InventoryFile => ({
  ...{ format: relativePath.split('.').pop() ?? '', lod: '10k', relativePath, topologyFolder: '10k' },
  ...{ variant: null, role: 'scene', sizeBytes: 100, sha256: relativePath, crc32: 1, contentType: '' },
  ...{ triangles: 12, needs: [] },
  ...more,
});
const derived = { from: 'x', tool: 'x', triangles: 1, deviation: 0 };
const pick = (files: readonly InventoryFile[], isFree = true, version = 304) =>
  pickSources(files, { isFree, version }).map(({ relativePath }) => relativePath);

test('takes originals before what was made, GLB before FBX, and the richest first', () => {
  const glb = file('a.glb');
  const fbx = file('a.fbx');

  expect(pick([file('made.glb', { derived }), fbx, glb])).toEqual(['a.glb', 'a.fbx']);
  expect(pick([file('1k.glb', { lod: '1k' }), file('100k.glb', { lod: '100k' }), glb])).toEqual([
    '100k.glb',
    'a.glb',
  ]);
  expect(pick([file('b.glb', { variant: 'animated' }), file('c.glb', { variant: 'static' })])[0]).toBe(
    'c.glb',
  );
});

test('takes the 1k alone of a model that costs', () => {
  expect(pick([file('a.glb'), file('b.fbx', { lod: '1k' })], false)).toEqual(['b.fbx']);
});

test.each<[string, InventoryFile]>([
  ['another format', file('a.obj')],
  ['a file that was not read whole', file('a.glb', { triangles: null })],
  ['a texture', file('a.glb', { role: 'texture' })],
  ['more than Blender should read', file('a.glb', { triangles: limits.assets.sourceTriangles + 1 })],
  ['a heavy texture', file('a.fbx', { needs: ['wood.png'] })],
  ['what no Blender reads', file('a.glb', { requires: ['KHR_texture_basisu'] })],
  ['what only a newer Blender reads', file('a.fbx', { requires: ['fbx-ascii-7400'] })],
])('leaves out %s', (_what, one) => {
  const heavy = file('wood.png', { role: 'texture', sizeBytes: limits.assets.sourceBytes });

  expect(pick([one, heavy])).toEqual([]);
});

test('takes what a newer Blender reads where one is installed', () => {
  expect(pick([file('a.fbx', { requires: ['fbx-ascii-7400'] })], true, 405)).toEqual(['a.fbx']);
});

test('notices a changed source, texture or word', () => {
  const scene = file('a.fbx', { needs: ['wood.png'] });
  const wood = file('wood.png', { role: 'texture' });
  const hash = (sources: readonly InventoryFile[], files: readonly InventoryFile[], title = 'Chair') =>
    hashSources(sources, files, { title });
  const all = [
    hash([scene], [scene, wood]),
    hash([scene], [scene, { ...wood, sha256: 'new' }]),
    hash([{ ...scene, sha256: 'new' }], [scene, wood]),
    hash([scene], [scene, wood], 'Stool'),
  ];

  expect(new Set(all).size).toBe(4);
  expect(hash([scene], [scene, wood])).toBe(all[0]);
});
