import { deflateSync } from 'node:zlib';

function toChunk(type: string, bytes: Buffer, filler: string): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(padded.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, padded]);
}

/** A GLB of any JSON text and any bytes, sound or not. */
export function packGlb(json: string, binary: Buffer = Buffer.alloc(0)): Buffer {
  const chunks = [toChunk('JSON', Buffer.from(json), ' '), toChunk('BIN\0', binary, '\0')];
  const head = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([head, ...chunks]);
}

const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const order = Buffer.from(new Uint16Array([0, 1, 2, 0]).buffer);

/** One triangle, as plain JSON, for tests that spoil it. */
export const triangleBytes: Buffer = Buffer.concat([corners, order]);
export const triangle = () => ({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }] as Record<string, unknown>[],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] as Record<string, unknown>[] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
  ] as Record<string, unknown>[],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: 36 },
    { buffer: 0, byteOffset: 36, byteLength: 8 },
  ],
  buffers: [{ byteLength: triangleBytes.length }] as Record<string, unknown>[],
});
type Triangle = ReturnType<typeof triangle>;

const spoil = (change: (document: Triangle) => object): Buffer =>
  packGlb(JSON.stringify(change(triangle())), triangleBytes);

const repeat = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_value, index) => item(index));

/** A PNG that claims to be as large as told, and is a few bytes long. */
export function claimPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const toPart = (type: string, data: Buffer) => {
    const part = Buffer.alloc(12 + data.length);
    part.writeUInt32BE(data.length, 0);
    part.write(type, 4, 'latin1');
    part.set(data, 8);
    return part;
  };
  const scan = deflateSync(Buffer.alloc(64));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[toPart('IHDR', header), toPart('IDAT', scan), toPart('IEND', Buffer.alloc(0))],
  ]);
}

function withPicture(picture: Buffer): Buffer {
  const document = triangle();
  const uri = `data:image/png;base64,${picture.toString('base64')}`;
  const surface = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };
  const parts = { images: [{ uri }], textures: [{ source: 0 }], materials: [surface] };
  const [primitive] = document.meshes[0]?.primitives ?? [];
  Object.assign(primitive ?? {}, { material: 0 });
  return packGlb(JSON.stringify({ ...document, ...parts }), triangleBytes);
}

function lieAboutLength(): Buffer {
  const glb = Buffer.from(packGlb(JSON.stringify(triangle()), triangleBytes));
  glb.writeUInt32LE(0xfffffff0, 12);
  return glb;
}

/** A chain of nodes, each the only child of the one before. */
const chain = (length: number) =>
  spoil((document) => {
    const nodes = repeat(length, (index) => (index === length - 1 ? { mesh: 0 } : { children: [index + 1] }));
    return { ...document, nodes };
  });

/** Files that ask for more than any page has, each by another way. */
export const hostileGlbs: Readonly<Record<string, () => Buffer>> = {
  'four thousand million vertices that lie nowhere': () =>
    spoil((document) => {
      document.accessors[0] = { componentType: 5126, count: 4_000_000_000, type: 'VEC3' };
      return document;
    }),
  'a count below zero': () =>
    spoil((document) => {
      Object.assign(document.accessors[0] ?? {}, { count: -5 });
      return document;
    }),
  'a length beyond its end': lieAboutLength,
  'numbers that are none': () => {
    const nothing = Buffer.from(new Float32Array(9).fill(Number.NaN).buffer);
    return packGlb(JSON.stringify(triangle()), Buffer.concat([nothing, triangleBytes.subarray(36)]));
  },
  'JSON a million levels deep': () => packGlb(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  'twenty megabytes of JSON': () => packGlb(`{"asset":{"version":"2.0"},"x":"${'x'.repeat(20 * 2 ** 20)}"}`),
  'forty thousand meshes to draw': () =>
    spoil((document) => ({
      ...document,
      scenes: [{ nodes: repeat(40_000, (index) => index) }],
      nodes: repeat(40_000, () => ({ mesh: 0 })),
    })),
  'nodes fifteen thousand levels deep': () => chain(15_000),
  'a node that is its own parent': () =>
    spoil((document) => ({ ...document, nodes: [{ mesh: 0, children: [0] }] })),
  'a picture of two thousand million pixels': () => withPicture(claimPng(50_000, 40_000)),
  'a buffer read fifty thousand times over': () =>
    spoil((document) => ({
      ...document,
      bufferViews: [
        ...document.bufferViews,
        ...repeat(40_000, () => ({ buffer: 0, byteOffset: 0, byteLength: 2 ** 31 })),
      ],
      extra: 'x'.repeat(15 * 2 ** 20),
    })),
};
