import { expect, test } from 'vitest';
import {
  listObstacles,
  listReaders,
  tellRequirements,
} from '../../../server/contract/catalogue/readability.ts';

test.each([
  ['glb', 'KHR_texture_basisu', [{ app: 'unity', package: 'com.unity.cloud.ktx' }, { app: 'blender' }]],
  ['gltf', 'KHR_texture_basisu', [{ app: 'blender' }]],
  ['glb', 'KHR_texture_transform', []],
  [
    'glb',
    'KHR_draco_mesh_compression',
    [{ app: 'unity', package: 'com.unity.cloud.draco' }, { app: 'godot' }],
  ],
  ['glb', 'KHR_mesh_quantization', [{ app: 'godot' }]],
  ['glb', 'VENDOR_unheard_of', [{ app: 'unity' }, { app: 'blender' }, { app: 'godot' }]],
  ['fbx', 'fbx:ascii', [{ app: 'blender', readFrom: '4.5' }]],
  ['fbx', 'fbx:6100', [{ app: 'blender', readFrom: '4.5' }]],
  ['fbx', 'fbx:binary', []],
  ['fbx', 'fbx:7400', []],
  ['blend', 'blender:4.2', []],
  ['max', 'max:2024', []],
])('knows who stops at %s that needs %s', (format, requirement, expected) => {
  const found = listObstacles(format, [requirement]);

  expect(found).toEqual(expected.map((obstacle) => ({ ...obstacle, requirement })));
});

test('tells what servers keep, a fact each', () => {
  const told = [
    'fbx-ascii-6100',
    'fbx-binary',
    'blender-4.2',
    'max-2024',
    'KHR_texture_basisu',
    'fbx:7400',
  ].map((one) => tellRequirements([one]));

  expect(told).toEqual([
    ['fbx:ascii', 'fbx:6100'],
    ['fbx:binary'],
    ['blender:4.2'],
    ['max:2024'],
    ['KHR_texture_basisu'],
    ['fbx:7400'],
  ]);
});

test('names once the app that is too old for two things', () => {
  expect(listObstacles('fbx', ['fbx-ascii-6100'])).toEqual([
    { app: 'blender', requirement: 'fbx:ascii', readFrom: '4.5' },
  ]);
});

test.each([
  ['obj', [], ['3dsmax', 'unity', 'blender']],
  ['glb', [], ['unity', 'blender', 'godot']],
  ['glb', ['KHR_texture_basisu'], ['godot']],
  ['glb', ['KHR_draco_mesh_compression'], ['blender']],
  ['fbx', ['fbx-binary-7400'], ['3dsmax', 'unity', 'blender', 'godot']],
  ['fbx', ['fbx-ascii-7400'], ['3dsmax', 'unity', 'godot']],
  ['fbx', [], ['3dsmax', 'unity', 'godot']],
  ['max', [], ['3dsmax']],
  ['abc', [], []],
])('knows who reads %s with %o as it is', (format, requires, expected) => {
  expect(listReaders(format, requires)).toEqual(expected);
});
