import { crc32, deflateSync } from 'node:zlib';

export { sampleFbxAscii, sampleFbxBinary } from './sample-fbx.ts';

type Shape = { readonly triangles: number };
type Animated = Shape & { readonly animated?: boolean; readonly rigged?: boolean };

/** Vertices of a zigzag strip, in which triangle n uses the vertices n, n + 1 and n + 2. */
function stripPositions(triangles: number): readonly (readonly [number, number, number])[] {
  return Array.from({ length: triangles + 2 }, (_, index) => [index, index % 2, 0]);
}

function stripCorners(triangles: number): readonly (readonly [number, number, number])[] {
  return Array.from({ length: triangles }, (_, index) => [index, index + 1, index + 2]);
}

function pad(bytes: Uint8Array, filler: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);
}

/** Indices, then two key times, then positions, so that the last bytes are those of a position. */
export function sampleGltfBuffer({ triangles }: Shape): Buffer {
  const indices = Buffer.from(Uint32Array.from(stripCorners(triangles).flat()).buffer);
  const times = Buffer.from(Float32Array.of(0, 1, 0, 0, 0, 1, 1, 1).buffer);
  const positions = Buffer.from(Float32Array.from(stripPositions(triangles).flat()).buffer);
  return Buffer.concat([indices, times, positions]);
}

/** A glTF document for that buffer, as an object that a test may change before it is written. */
export function sampleGltfDocument(options: Animated, uri?: string) {
  const { triangles, animated = false, rigged = false } = options;
  const indexBytes = triangles * 12;
  const positionBytes = (triangles + 2) * 12;
  const animation = {
    channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
    samplers: [{ input: 2, output: 3 }],
  };
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 1 }, indices: 0 }] }],
    accessors: [
      { bufferView: 0, componentType: 5125, count: triangles * 3, type: 'SCALAR' },
      {
        bufferView: 2,
        componentType: 5126,
        count: triangles + 2,
        type: 'VEC3',
        min: [0, 0, 0],
        max: [triangles + 1, 1, 0],
      },
      { bufferView: 1, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 1, byteOffset: 8, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: indexBytes },
      { buffer: 0, byteOffset: indexBytes, byteLength: 32 },
      { buffer: 0, byteOffset: indexBytes + 32, byteLength: positionBytes },
    ],
    buffers: [{ byteLength: indexBytes + 32 + positionBytes, ...(uri === undefined ? {} : { uri }) }],
    ...(animated && { animations: [animation] }),
    ...(rigged && { skins: [{ joints: [0] }] }),
  };
}

/** Puts a document and a binary part into a GLB. */
export function packGlb(document: unknown, binary: Uint8Array): Buffer {
  const json = pad(Buffer.from(JSON.stringify(document)), 0x20);
  const body = pad(binary, 0);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + json.length + body.length, 8);
  head.writeUInt32LE(json.length, 12);
  head.write('JSON', 16, 'latin1');
  const bodyHead = Buffer.alloc(8);
  bodyHead.writeUInt32LE(body.length, 0);
  bodyHead.write('BIN\0', 4, 'latin1');
  return Buffer.concat([head, json, bodyHead, body]);
}

export function sampleGlb(options: Animated): Buffer {
  return packGlb(sampleGltfDocument(options), sampleGltfBuffer(options));
}

/** The text of a .gltf, and the files that must be next to it. */
export function sampleGltf(options: Animated & { readonly uri?: string }) {
  const { uri = 'sample.bin' } = options;
  const content = JSON.stringify(sampleGltfDocument(options, uri));
  return { content, beside: { [decodeURIComponent(uri)]: sampleGltfBuffer(options) } };
}

export function sampleObj({ triangles, material }: Shape & { readonly material?: string }): string {
  const vertices = stripPositions(triangles).map((position) => `v ${position.join(' ')}`);
  const faces = stripCorners(triangles).map(
    (corners) => `f ${corners.map((corner) => corner + 1).join(' ')}`,
  );
  const library = material === undefined ? [] : [`mtllib ${material}`];
  return ['# sample', ...library, ...vertices, ...faces, ''].join('\n');
}

export function sampleMtl(texture: string): string {
  return `newmtl wood\nKd 1 1 1\nmap_Kd ${texture}\n`;
}

export function sampleBinaryStl({
  triangles,
  title = 'sample',
}: Shape & { readonly title?: string }): Buffer {
  const bytes = Buffer.alloc(84 + triangles * 50);
  bytes.write(title, 0, 80, 'latin1');
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
}

export function sampleAsciiStl({ triangles }: Shape): string {
  const positions = stripPositions(triangles);
  const facets = stripCorners(triangles).flatMap((corners) => [
    'facet normal 0 0 1',
    ' outer loop',
    ...corners.map((corner) => `  vertex ${positions[corner]?.join(' ')}`),
    ' endloop',
    'endfacet',
  ]);
  return ['solid sample', ...facets, 'endsolid sample', ''].join('\n');
}

function plyHeader(format: string, triangles: number): string {
  const vertices = ['element vertex', triangles + 2].join(' ');
  const places = ['x', 'y', 'z'].map((axis) => `property float ${axis}`);
  const faces = [`element face ${triangles}`, 'property list uchar int vertex_indices'];
  return ['ply', `format ${format} 1.0`, vertices, ...places, ...faces, 'end_header', ''].join('\n');
}

export function sampleAsciiPly({ triangles }: Shape): string {
  const vertices = stripPositions(triangles).map((position) => position.join(' '));
  const faces = stripCorners(triangles).map((corners) => `3 ${corners.join(' ')}`);
  return [plyHeader('ascii', triangles) + vertices.join('\n'), ...faces, ''].join('\n');
}

export function samplePly({
  triangles,
  isBigEndian = false,
}: Shape & { readonly isBigEndian?: boolean }): Buffer {
  const header = Buffer.from(
    plyHeader(isBigEndian ? 'binary_big_endian' : 'binary_little_endian', triangles),
  );
  const body = Buffer.alloc((triangles + 2) * 12 + triangles * 13);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (const [index, value] of stripPositions(triangles).flat().entries()) {
    view.setFloat32(index * 4, value, !isBigEndian);
  }
  for (const [face, corners] of stripCorners(triangles).entries()) {
    const at = (triangles + 2) * 12 + face * 13;
    view.setUint8(at, 3);
    for (const [index, corner] of corners.entries()) view.setInt32(at + 1 + index * 4, corner, !isBigEndian);
  }
  return Buffer.concat([header, body]);
}

function pngChunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A grey square; `grey` makes its bytes unlike those of others. */
export function samplePng({
  side = 1,
  grey = 128,
}: {
  readonly side?: number;
  readonly grey?: number;
} = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(8, 8);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side, grey)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
