import { expect, test } from 'vitest';
import { listRepairs } from '../../../../../src-renderer/features/library/store/list-repairs.ts';
import { sampleLibrary } from '../../../sample-library.ts';

const [chair, tower] = sampleLibrary.models;
if (!chair || !tower) throw new Error('two models were made');
const [scene, texture] = chair.files;
if (!scene || !texture) throw new Error('two files were made');
const low = { ...scene, lod: '1k', relativePath: '1k/oak-chair.fbx', version: 1 } as const;

const repair = (...files: (typeof chair.files)[number][]) =>
  listRepairs([{ ...chair, files }]).map(({ relativePath }) => relativePath);

test('asks for exactly the file that is missing, for nothing', () => {
  expect(listRepairs([chair, tower])).toEqual([
    {
      ...{ guid: 'g-2', title: 'Brick Tower', format: 'glb', lod: '1k', variant: null },
      ...{ relativePath: '1k/brick-tower.glb', sha256: 'a'.repeat(64), version: 2, maxPriceUsd: 0 },
    },
  ]);
});

test('leaves the files alone that are as they were', () => {
  expect(repair(scene, texture, low)).toEqual([]);
  expect(repair({ ...scene, isEdited: true }, texture, low)).toEqual(['10k/oak-chair.fbx']);
});

test('asks for the scene files of a texture’s topology', () => {
  expect(repair(scene, { ...texture, isPresent: false }, low)).toEqual(['10k/oak-chair.fbx']);
  expect(repair(scene, { ...texture, isPresent: false, lod: '1k' }, low)).toEqual(['1k/oak-chair.fbx']);
});

test('asks for the version that each file came with', () => {
  expect(listRepairs([{ ...chair, files: [{ ...low, isPresent: false }] }])[0]?.version).toBe(1);
});
