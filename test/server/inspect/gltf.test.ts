import { expect, test } from 'vitest';
import {
  packGlb,
  sampleGlb,
  sampleGltf,
  sampleGltfBuffer,
  sampleGltfDocument,
} from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

type SampleDocument = ReturnType<typeof sampleGltfDocument>;

const shape = { triangles: 10 };
const parseGlb = (document: unknown, binary: Uint8Array = sampleGltfBuffer(shape)) =>
  parseBytes('glb', packGlb(document, binary));
const parseChanged = (change: (document: SampleDocument) => object) =>
  parseGlb(change(sampleGltfDocument(shape)));

test('counts the triangles of a sound GLB', async () => {
  const found = await parseBytes('glb', sampleGlb(shape));

  expect(found).toMatchObject({ triangles: 10, animated: false, rigged: false, problem: null });
});

test('tells an animated and rigged GLB', async () => {
  const found = await parseBytes('glb', sampleGlb({ ...shape, animated: true, rigged: true }));

  expect(found).toMatchObject({ animated: true, rigged: true, problem: null });
});

test('counts a mesh once per node showing it', async () => {
  const found = await parseChanged((document) => ({ ...document, nodes: [{ mesh: 0 }, { mesh: 0 }, {}] }));

  expect(found.triangles).toBe(20);
});

test('counts strips and fans by their corners', async () => {
  const primitives = [5, 6, 1].map((mode) => ({ attributes: { POSITION: 1 }, mode }));

  const found = await parseChanged((document) => ({ ...document, meshes: [{ primitives }] }));

  expect(found).toMatchObject({ triangles: 20, problem: null });
});

test('lists the files that a glTF names', async () => {
  const { content, beside } = sampleGltf({ ...shape, uri: 'my%20parts/box.bin' });
  const document = {
    ...JSON.parse(content),
    images: [
      { uri: 'wood.png' },
      { uri: 'data:image/png;base64,AA==' },
      { uri: 'https://example.org/a/red%20oak.png?v=2' },
    ],
  };
  const siblings = { ...beside, 'wood.png': Buffer.of(1) };

  const found = await parseBytes('gltf', JSON.stringify(document), { siblings });

  const references = ['my parts/box.bin', 'wood.png', 'red oak.png'];
  expect(found.referencedSizes).toEqual({ 'my parts/box.bin': 296 });
  expect(found).toMatchObject({ triangles: 10, problem: null, references });
});

test('reads a buffer that is a data URI', async () => {
  const uri = `data:application/octet-stream;base64,${sampleGltfBuffer(shape).toString('base64')}`;

  const sound = await parseBytes('gltf', JSON.stringify(sampleGltfDocument(shape, uri)));
  const broken = await parseBytes('gltf', JSON.stringify(sampleGltfDocument(shape, uri.slice(0, -40))));

  expect(sound).toMatchObject({ triangles: 10, references: [], problem: null });
  expect(broken.problem).toMatch(
    /^file\.gltf promises 296 bytes in buffer 0, which has \d+\. Export it again\.$/,
  );
});

test('says which file of a glTF is missing', async () => {
  const found = await parseBytes('gltf', sampleGltf(shape).content);

  expect(found.problem).toMatchInlineSnapshot(
    `"file.gltf needs "sample.bin", which is missing. Put it next to the file or export it again."`,
  );
});

test('says that a file of a glTF is short', async () => {
  const { content } = sampleGltf(shape);

  const found = await parseBytes('gltf', content, { siblings: { 'sample.bin': Buffer.alloc(100) } });

  expect(found.problem).toMatchInlineSnapshot(
    `"file.gltf promises 296 bytes in "sample.bin", which has 100. Export it again."`,
  );
});

test('a glTF whose texture is missing is not broken', async () => {
  const { content, beside } = sampleGltf(shape);
  const document = { ...JSON.parse(content), images: [{ uri: 'wood.png' }] };

  const found = await parseBytes('gltf', JSON.stringify(document), { siblings: beside });

  expect(found).toMatchObject({ problem: null, references: ['sample.bin', 'wood.png'] });
});

test('allows compressed geometry that it cannot read', async () => {
  const extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
  const found = await parseChanged((document) => ({
    ...document,
    extensionsRequired: ['KHR_draco_mesh_compression'],
    accessors: document.accessors.map(({ bufferView: _, ...accessor }) => accessor),
    meshes: [{ primitives: [{ attributes: { POSITION: 1 }, indices: 0, extensions }] }],
  }));

  expect(found).toMatchObject({ triangles: 10, problem: null });
});

test('allows a buffer that only stands in for compressed views', async () => {
  const packed = { buffer: 0, byteOffset: 0, byteLength: 100, byteStride: 12, count: 10, mode: 'TRIANGLES' };
  const found = await parseChanged((document) => ({
    ...document,
    extensionsRequired: ['EXT_meshopt_compression'],
    bufferViews: document.bufferViews.map((view) => ({
      ...view,
      buffer: 1,
      extensions: { EXT_meshopt_compression: packed },
    })),
    buffers: [
      ...document.buffers,
      { byteLength: 296, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  }));

  expect(found).toMatchObject({ triangles: 10, problem: null });
});
