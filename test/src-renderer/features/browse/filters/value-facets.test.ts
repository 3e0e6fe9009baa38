import { expect, test } from 'vitest';
import { listImported } from '../../../../../src-renderer/features/browse/filters/value-facets.tsx';

const formats = ['glb', 'gltf', 'fbx', 'obj', 'usdz', 'max', 'unitypackage', 'blend', '3mf'];

test.each([
  ['3dsmax', ['fbx', 'obj', 'max']],
  ['unity', ['glb', 'fbx', 'obj', 'unitypackage']],
  ['blender', ['glb', 'gltf', 'fbx', 'obj', 'usdz', 'blend']],
] as const)('knows which formats open in %s', (app, imported) => {
  expect(listImported(app, formats)).toEqual(imported);
});
