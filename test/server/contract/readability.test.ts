import { expect, test } from 'vitest';
import { listObstacles } from '../../../server/contract/readability.ts';

test.each([
  ['glb', 'KHR_texture_basisu', [{ app: 'unity', package: 'com.unity.cloud.ktx' }, { app: 'blender' }]],
  ['gltf', 'KHR_texture_basisu', [{ app: 'blender' }]],
  ['glb', 'KHR_draco_mesh_compression', [{ app: 'unity', package: 'com.unity.cloud.draco' }]],
  ['glb', 'KHR_mesh_quantization', []],
  ['glb', 'VENDOR_unheard_of', [{ app: 'unity' }, { app: 'blender' }]],
  ['fbx', 'fbx-ascii-7400', [{ app: 'blender', readFrom: '4.5' }]],
  ['fbx', 'fbx-ascii', [{ app: 'blender', readFrom: '4.5' }]],
  ['fbx', 'fbx-binary-6100', [{ app: 'blender', readFrom: '4.5' }]],
  ['fbx', 'fbx-binary-7400', []],
  ['blend', 'blender-4.2', []],
])('knows who stops at %s that needs %s', (format, requirement, expected) => {
  const found = listObstacles(format, [requirement]);

  expect(found).toEqual(expected.map((obstacle) => ({ ...obstacle, requirement })));
});
