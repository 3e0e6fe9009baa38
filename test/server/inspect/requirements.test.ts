import { expect, test } from 'vitest';
import {
  packGlb,
  sampleFbxAscii,
  sampleFbxBinary,
  sampleGlb,
  sampleGltfBuffer,
  sampleGltfDocument,
} from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

const shape = { triangles: 10 };
const fbx = { polygons: [[0, 1, 2]] };
const withExtensions = (extensionsRequired: readonly unknown[]) =>
  packGlb({ ...sampleGltfDocument(shape), extensionsRequired }, sampleGltfBuffer(shape));

test('lists what a glTF requires of its reader', async () => {
  const names = ['KHR_texture_basisu', 'KHR_mesh_quantization', 'KHR_texture_basisu', 'no name', ''];

  const found = await parseBytes('glb', withExtensions(names));

  expect(found.requires).toEqual(['KHR_mesh_quantization', 'KHR_texture_basisu']);
});

test('requires nothing of a plain GLB', async () => {
  const found = await parseBytes('glb', sampleGlb(shape));

  expect(found.requires).toEqual([]);
});

test('keeps few of very many names', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `EXT_number_${index}`);

  const found = await parseBytes('glb', withExtensions(names));

  expect(found.requires).toHaveLength(50);
});

test.each([
  ['binary 7.4', sampleFbxBinary(fbx), 'fbx-binary-7400'],
  ['binary 7.7', sampleFbxBinary(fbx, { version: 7700 }), 'fbx-binary-7700'],
  ['binary 6.1', sampleFbxBinary(fbx, { version: 6100 }), 'fbx-binary-6100'],
  [
    'ASCII',
    Buffer.from(`FBXHeaderExtension: {\n FBXVersion: 6100\n}\n${sampleFbxAscii(fbx)}`),
    'fbx-ascii-6100',
  ],
  ['ASCII with a title alone', Buffer.from(`; FBX 7.3.0 project file\nObjects:  {\n}\n`), 'fbx-ascii-7300'],
])('tells how an FBX is written: %s', async (_, bytes, requirement) => {
  const found = await parseBytes('fbx', bytes);

  expect(found.requires).toEqual([requirement]);
});
