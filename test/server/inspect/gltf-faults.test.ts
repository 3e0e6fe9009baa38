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

function withInfinity(): Buffer {
  const buffer = sampleGltfBuffer(shape);
  buffer.writeFloatLE(Number.POSITIVE_INFINITY, buffer.length - 8);
  return buffer;
}

function withIndex(index: number): Buffer {
  const buffer = sampleGltfBuffer(shape);
  buffer.writeUInt32LE(index, 4);
  return buffer;
}

const lies: readonly (readonly [string, (document: SampleDocument) => object, RegExp])[] = [
  ['another version', (d) => ({ ...d, asset: { version: '1.0' } }), /is glTF 1\.0, and only glTF 2\.0/],
  ['no version', (d) => ({ ...d, asset: {} }), /asset\.version must be there/],
  [
    'a list that is an object',
    (d) => ({ ...d, meshes: [{ primitives: {} }] }),
    /meshes\[0\]\.primitives must be a list/,
  ],
  ['a number that is a text', (d) => ({ ...d, scene: 'first' }), /scene must be a whole number/],
  ['a missing mesh', (d) => ({ ...d, nodes: [{ mesh: 7 }] }), /names mesh 7 in node 0 and holds 1/],
  ['a missing accessor', (d) => ({ ...d, accessors: [] }), /names accessor 0 in mesh 0 and holds 0/],
  [
    'a missing texture',
    (d) => ({ ...d, materials: [{ emissiveTexture: { index: 0 } }] }),
    /names texture 0 in material 0/,
  ],
  ['a missing joint', (d) => ({ ...d, skins: [{ joints: [3] }] }), /names node 3 in skin 0/],
  [
    'a short buffer view',
    (d) => ({ ...d, bufferViews: d.bufferViews.map((v) => ({ ...v, byteLength: 8 })) }),
    /of buffer view 0 in accessor 0/,
  ],
  [
    'a short buffer',
    (d) => ({ ...d, buffers: [{ byteLength: 64 }] }),
    /of the 64 bytes of buffer 0 in buffer view 0/,
  ],
  [
    'a buffer of 16 exabytes',
    (d) => ({ ...d, buffers: [{ byteLength: 2 ** 53 - 1 }] }),
    /promises 9,007,199,254,740,991 bytes/,
  ],
  [
    'a count of billions',
    (d) => ({ ...d, accessors: d.accessors.map((a) => ({ ...a, count: 4e9 })) }),
    /uses 16,000,000,000 of the/,
  ],
  ['an image without content', (d) => ({ ...d, images: [{}] }), /has no content for image 0/],
  [
    'limits of a wrong length',
    (d) => ({ ...d, accessors: d.accessors.map((a) => ({ ...a, max: [1, 1] })) }),
    /has 2 limits for accessor 0/,
  ],
  [
    'vertex numbers of a wrong type',
    (d) => ({ ...d, meshes: [{ primitives: [{ attributes: { POSITION: 1 }, indices: 2 }] }] }),
    /vertex numbers of a wrong type/,
  ],
  [
    'lists of different length',
    (d) => ({ ...d, meshes: [{ primitives: [{ attributes: { POSITION: 1, NORMAL: 3 } }] }] }),
    /lists of different length in mesh 0/,
  ],
  [
    'an odd place',
    (d) => ({ ...d, accessors: d.accessors.map((a) => ({ ...a, byteOffset: 2, count: 1 })) }),
    /not a multiple of 4 bytes/,
  ],
  [
    'a node under two parents',
    (d) => ({ ...d, nodes: [{ children: [2] }, { children: [2] }, {}] }),
    /node 2 under both node 0 and node 1/,
  ],
  [
    'a node inside itself',
    (d) => ({ ...d, nodes: [{ children: [1] }, { children: [0] }] }),
    /node \d contains itself/,
  ],
  [
    'a network address',
    (d) => ({ ...d, buffers: [{ byteLength: 296, uri: 'https://example.org/a.bin' }] }),
    /at a network address/,
  ],
];

test.each(lies)('reports a GLB with %s', async (_, change, reason) => {
  const found = await parseChanged(change);

  expect(found.problem).toMatch(reason);
});

test('reports vertices that a mesh has not', async () => {
  const found = await parseGlb(sampleGltfDocument(shape), withIndex(12));

  expect(found.problem).toMatchInlineSnapshot(
    `"file.glb names vertex 12 in mesh 0, which has 12 vertices. Export it again."`,
  );
});

test('reports a vertex at infinity', async () => {
  const found = await parseGlb(sampleGltfDocument(shape), withInfinity());

  expect(found.problem).toMatchInlineSnapshot(
    `"file.glb has a vertex at infinity in mesh 0. Export it again."`,
  );
});

test('reports a number too large for JSON', async () => {
  const json = JSON.stringify(sampleGltfDocument(shape, 'a.bin')).replace('"max":[11,', '"max":[1e999,');

  const found = await parseBytes('gltf', json);

  expect(found.problem).toMatch('accessors[1].max[0] must be a finite number');
});

test('reports where a GLB was cut off', async () => {
  const found = await parseBytes('glb', sampleGlb(shape).subarray(0, -100));

  expect(found.problem).toMatch(
    /^file\.glb is truncated: its header promises [\d,]+ bytes and the file has [\d,]+\. Export it again\.$/,
  );
});

test('reports a GLB of another kind', async () => {
  const glb = sampleGlb(shape);
  const old = Buffer.from(glb);
  old.writeUInt32LE(1, 4);

  const problems = await Promise.all(
    [Buffer.from('PK\x03\x04'), glb.subarray(0, 9), old, Buffer.concat([glb, Buffer.of(0)])].map((bytes) =>
      parseBytes('glb', bytes),
    ),
  );

  expect(problems.map(({ problem }) => problem)).toMatchInlineSnapshot(`
    [
      "file.glb is not a GLB file: it does not start with "glTF". Export it again.",
      "file.glb is truncated inside its header. Export it again.",
      "file.glb is GLB 1, and only GLB 2 can be opened. Export it again as glTF 2.0.",
      "file.glb has extra bytes at its end: its header promises 996 bytes and the file has 997. Export it again.",
    ]
  `);
});

test('reports a GLB with a JSON part of gigabytes', async () => {
  const glb = sampleGlb(shape);
  glb.writeUInt32LE(0xfffffff0, 12);

  const found = await parseBytes('glb', glb);

  expect(found.problem).toMatch('a part that extends beyond the end of the file');
});

test('reports text that is no JSON', async () => {
  const [cut, binary] = await Promise.all([
    parseBytes('gltf', sampleGltf(shape).content.slice(0, 80)),
    parseBytes('gltf', Buffer.from([0x7b, 0xff, 0x7d])),
  ]);

  expect(cut?.problem).toMatch('does not contain valid JSON');
  expect(binary?.problem).toMatch('does not contain valid JSON');
});

test('refuses JSON that would fill the memory', async () => {
  const json = `{"asset":{"version":"2.0"},"extras":["a,[\\"[",${'[],'.repeat(2_900_000)}0]}`;

  const found = await parseBytes('gltf', json);

  expect(found.problem).toMatch('2,900,003 lists and objects with 2,900,002 values, too many');
});

test('tells of a root that is a child, and keeps the file', async () => {
  const found = await parseChanged((document) => ({
    ...document,
    nodes: [{ children: [1] }, { mesh: 0 }],
    scenes: [{ nodes: [0, 1] }],
    scene: 0,
  }));

  expect(found.problem).toBeNull();
  expect(found.flaw).toBe(
    "file.glb names node 1, which is another node's child, as a root of scene 0. It is published, but strict programs may refuse it. Export it again.",
  );
});
