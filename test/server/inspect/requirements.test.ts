import { expect, test } from 'vitest';
import {
  packGlb,
  sampleFbxAscii,
  sampleFbxBinary,
  sampleGlb,
  sampleGltfBuffer,
  sampleGltfDocument,
} from '../../helpers/sample-files.ts';
import { maxLines, sampleMax } from '../../helpers/sample-max.ts';
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

const lines = maxLines('26.00', '24.00');

test.each([
  ['in a short summary', sampleMax({ lines })],
  ['in a long one', sampleMax({ lines, isLong: true })],
  ['in two bytes for a character', sampleMax({ lines, encoding: 'utf16le' })],
])('tells which 3ds Max a scene was saved for, %s', async (_, bytes) => {
  const found = await parseBytes('max', bytes);

  expect(found.requires).toEqual(['max-2022']);
});

test('takes the version that wrote a scene where it tells no other', async () => {
  const found = await parseBytes('max', sampleMax({ lines: ['3ds max Version: 11.00'] }));

  expect(found.requires).toEqual(['max-2009']);
});

test.each([
  ['is none', Buffer.from('some bytes')],
  ['tells no version', sampleMax({ lines: ['General'] })],
  ['is cut', sampleMax({ lines }).subarray(0, 1100)],
])('knows nothing of a scene that %s', async (_, bytes) => {
  const found = await parseBytes('max', bytes);

  expect(found).toMatchObject({ requires: [], problem: null });
});

test('reads a scene whose sectors lead in a circle no longer than it says', async () => {
  const circle = sampleMax({ lines, isLong: true }).fill(Buffer.from([3, 0, 0, 0]), 512, 1024);

  const found = await parseBytes('max', circle);

  expect(found.requires).toEqual(['max-2022']);
});
