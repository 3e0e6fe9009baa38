import { expect, test } from 'vitest';
import type { InventoryFile } from '../../../../server/catalogue/model/models.ts';
import { planLevels } from '../../../../server/catalogue/model/plan-levels.ts';
import { readLod } from '../../../../server/catalogue/write/names.ts';
import { formatOf, roleOf } from '../../../../server/contract/catalogue/formats.ts';

function file(
  relativePath: string,
  triangles: number | null,
  more: Partial<InventoryFile> = {},
): InventoryFile {
  const [folder = ''] = relativePath.split('/');
  const format = formatOf(relativePath);
  return {
    ...{ format, lod: readLod(folder) ?? 'source', relativePath, topologyFolder: folder, variant: null },
    ...{ role: roleOf(format), sizeBytes: 1000, sha256: relativePath.padEnd(64, '0'), crc32: 0 },
    ...{ contentType: '', triangles, needs: [] },
    ...more,
  };
}
const plan = (files: readonly InventoryFile[], license = 'CC-BY-4.0') =>
  planLevels(files, license, ['glb']).map(({ relativePath, triangles, candidates }) => [
    relativePath,
    triangles,
    candidates[0]?.relativePath,
  ]);

test('makes the lighter levels from the next above', () => {
  expect(plan([file('100k/chair.glb', 90_000)])).toEqual([
    ['1k/chair.glb', 1000, '100k/chair.glb'],
    ['10k/chair.glb', 10_000, '100k/chair.glb'],
  ]);
  expect(plan([file('100k/chair.glb', 90_000), file('10k/low.glb', 9000)])).toEqual([
    ['1k/low.glb', 1000, '10k/low.glb'],
  ]);
});

test('makes no level of more triangles than there are', () => {
  expect(plan([file('1k/chair.glb', 900)])).toEqual([]);
  expect(plan([file('source/chair.glb', 5000)])).toEqual([
    ['1k/chair.glb', 1000, 'source/chair.glb'],
    ['10k/chair.glb', 10_000, 'source/chair.glb'],
  ]);
});

test('makes a 1k of a scene whose triangles nobody has counted', () => {
  expect(plan([file('source/chair.usdz', null)])).toEqual([['1k/chair.glb', 1000, 'source/chair.usdz']]);
  expect(plan([file('source/chair.max', null)])).toEqual([]);
});

test('turns a level of another format into GLB', () => {
  expect(plan([file('10k/chair.obj', 12_000), file('100k/chair.glb', 90_000)])).toEqual([
    ['1k/chair.glb', 1000, '10k/chair.obj'],
    ['10k/chair.glb', null, '10k/chair.obj'],
  ]);
});

test('puts a GLB into the topology folder that there is', () => {
  expect(plan([file('chair_10k/chair_10k.fbx', 9000)])).toEqual([
    ['1k/chair.glb', 1000, 'chair_10k/chair_10k.fbx'],
    ['chair_10k/chair.glb', null, 'chair_10k/chair_10k.fbx'],
  ]);
});

test('takes still scenes before moving ones', () => {
  const files = [
    file('100k/run.glb', 90_000, { variant: 'animated' }),
    file('100k/stand.glb', 80_000, { variant: 'static' }),
  ];

  expect(plan(files)[0]).toEqual(['1k/stand.glb', 1000, '100k/stand.glb']);
});

test('makes nothing of what cannot be read or counted', () => {
  expect(plan([file('source/chair.max', null), file('100k/chair.blend', 90_000)])).toEqual([]);
  expect(plan([file('100k/chair.glb', null)])).toEqual([]);
  expect(plan([file('100k/chair.glb', 90_000, { sizeBytes: 2 ** 31 })])).toEqual([]);
});

test('never takes a derived file for a source', () => {
  const derived = { from: ''.padEnd(64, '0'), tool: 'test', triangles: 9000, deviation: 0 };

  expect(plan([file('10k/chair.glb', 9000, { derived }), file('100k/chair.glb', 90_000)])).toEqual([
    ['1k/chair.glb', 1000, '100k/chair.glb'],
    ['10k/chair.glb', 10_000, '100k/chair.glb'],
  ]);
});

test.each(['CC BY-ND 4.0', 'CC-BY-NC-ND-4.0', 'Attribution-NoDerivatives', 'No Derivatives'])(
  'makes nothing under the licence %s',
  (license) => {
    expect(plan([file('100k/chair.glb', 90_000)], license)).toEqual([]);
  },
);

test.each(['CC-BY-NC-4.0', 'CC0-1.0', 'Standard licence by Andy'])(
  'makes levels under the licence %s',
  (license) => {
    expect(plan([file('100k/chair.glb', 90_000)], license)).toHaveLength(2);
  },
);

test('has another key when a texture changes', () => {
  const needs = ['100k/wood.png'];
  const keyOf = (sha256: string) => {
    const files = [file('100k/chair.gltf', 90_000, { needs }), file('100k/wood.png', null, { sha256 })];
    return planLevels(files, '', ['glb'])[0]?.key;
  };

  expect(keyOf('a')).not.toBe(keyOf('b'));
  expect(keyOf('a')).toBe(keyOf('a'));
});

test('has another key since textures are made readable', () => {
  const keyOf = (more: Partial<InventoryFile>) =>
    planLevels([file('10k/chair.glb', 9000, more)], '', ['glb'])[0]?.key;
  const plain = keyOf({});

  expect(keyOf({ requires: ['KHR_draco_mesh_compression'] })).toBe(plain);
  expect(keyOf({ requires: ['KHR_texture_basisu'] })).not.toBe(plain);
  expect(keyOf({ requires: ['EXT_texture_webp'] })).not.toBe(plain);
});
