import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sampleThreemfModel, sampleUsda, sampleZip } from '../../helpers/sample-archives.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import 'node:child_process';
import { startTestServer } from '../../helpers/test-server.ts';

const side = 8;
/** Red above, blue below. */
const isAbove = (row: number) => row < side / 2;
const png = await sharp(
  Buffer.from(
    Array.from({ length: side * side }, (_, at) => (isAbove(at / side) ? [255, 0, 0] : [0, 0, 255])).flat(),
  ),
  { raw: { width: side, height: side, channels: 3 } },
)
  .png()
  .toBuffer();

function int32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
}

/** The rows of the picture from below, in these bytes for a pixel. */
const rowsFromBelow = (above: readonly number[], below: readonly number[]) =>
  Buffer.from(
    Array.from({ length: side * side }, (_, at) => (isAbove(side - 1 - at / side) ? above : below)).flat(),
  );

function blendBlock(code: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(code.padEnd(4, '\0')), int32(data.length, 0, 0, 0, 0)]);
  return Buffer.concat([head, data]);
}

const blend = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from('BLENDER-v304'),
    blendBlock('REND', int32(1, 2)),
    blendBlock(
      'TEST',
      Buffer.concat([int32(width, height), rowsFromBelow([255, 0, 0, 255], [0, 0, 255, 255])]),
    ),
    blendBlock('ENDB', Buffer.alloc(0)),
  ]);

const sectorBytes = 512;
const chainEnd = -2;

/** A compound file: its header, its table, its directory, and one stream whose sectors are in the order of `order`. */
function compound(name: string, stream: Buffer, order: (sectors: number[]) => number[] = (list) => list) {
  const count = Math.ceil(stream.length / sectorBytes);
  const places = order(Array.from({ length: count }, (_, index) => index + 2));
  const head = Buffer.alloc(sectorBytes, 255);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(9, 30);
  head.writeInt32LE(1, 48);
  int32(chainEnd, 0, 0).copy(head, 68);
  head.writeInt32LE(0, 76);
  const table = Buffer.alloc(sectorBytes, 255);
  table.writeInt32LE(chainEnd, 4);
  for (const [index, place] of places.entries()) table.writeInt32LE(places[index + 1] ?? chainEnd, place * 4);
  const directory = Buffer.alloc(sectorBytes);
  directory.write(name, 128, 'utf16le');
  directory.writeInt32LE(places[0] ?? chainEnd, 128 + 116);
  directory.writeInt32LE(stream.length, 128 + 120);
  const body = Buffer.alloc(count * sectorBytes);
  for (const [index, place] of places.entries())
    stream.copy(body, (place - 2) * sectorBytes, index * sectorBytes, (index + 1) * sectorBytes);
  return Buffer.concat([head, table, directory, body]);
}

const bitmap = Buffer.concat([
  Buffer.alloc(5000, 7),
  int32(40, side, side, 1 | (24 << 16), 0, 0, 0, 0, 0, 0),
  rowsFromBelow([0, 0, 255], [255, 0, 0]),
]);
const max = (order?: (sectors: number[]) => number[]) => compound('\x05SummaryInformation', bitmap, order);
const threemf = sampleZip([
  { name: '3D/3dmodel.model', content: sampleThreemfModel() },
  { name: 'Metadata/thumbnail.png', content: png },
]);
const usdz = sampleZip([
  { name: 'scene.usda', content: sampleUsda(), isStored: true },
  { name: 'thumbnails/thumbnail.png', content: png, isStored: true },
]);
const skp = Buffer.concat([Buffer.from('fffeff0e', 'hex'), Buffer.alloc(900, 3), png, Buffer.alloc(900, 4)]);

const shown = {
  'blend.blend': blend(side, side),
  'packed.blend': gzipSync(blend(side, side)),
  'print.3mf': threemf,
  'apple.usdz': usdz,
  'studio.max': max(),
  'spread.max': max((sectors) => sectors.toReversed()),
  'sketchup.skp': skp,
};
const hostile = {
  'huge.blend': blend(2 ** 30, 2 ** 30),
  'negative.blend': blend(-8, 8),
  'none.blend': Buffer.concat([Buffer.from('BLENDER-v304'), blendBlock('ENDB', Buffer.alloc(0))]),
  'round.max': (() => {
    const bytes = max();
    bytes.writeInt32LE(3, sectorBytes + 3 * 4);
    return bytes;
  })(),
  'short.max': max().subarray(0, 900),
  'cut.skp': skp.subarray(0, 960),
  'bomb.skp': Buffer.concat([
    Buffer.from('fffeff0e', 'hex'),
    png.subarray(0, 16),
    Buffer.from('7fffffff7fffffff', 'hex'),
    png.subarray(24),
  ]),
};
/** Formats that may bring a picture, without one: their triangles are drawn. */
const drawn = { ...solidModels.usdz, ...solidModels['3mf'] };
const server = await startTestServer({
  files: Object.fromEntries(
    Object.entries({ ...shown, ...drawn, ...hostile }).map(([name, bytes]) => [
      `${name}/product.json`.replace(/\.(\w+)\/product\.json$/, '-$1/source/') + name,
      bytes,
    ]),
  ),
});

async function fetchSketch(file: string) {
  const row = server.db
    .prepare<[string], { guid: string }>(
      'SELECT guid FROM model JOIN file ON file.model_id = model.id WHERE relative_path LIKE ?',
    )
    .get(`%${file}`);
  return fetch(`${server.baseUrl}/posters/${row?.guid}/sketch`);
}

test.each(Object.keys(drawn))('draws %s, which brings no picture', async (file) => {
  const answer = await fetchSketch(file);

  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test.each(Object.keys(shown))('shows the picture inside %s', async (file) => {
  const answer = await fetchSketch(file);

  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const { data, info } = await sharp(await answer.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const last = data.length - info.channels;
  expect(data[0]).toBeGreaterThan(200);
  expect(data[2]).toBeLessThan(60);
  expect(data[last + 2]).toBeGreaterThan(200);
  expect(data[last]).toBeLessThan(60);
});

test.each(Object.keys(hostile))('passes over the picture of %s in silence', async (file) => {
  const answer = await fetchSketch(file);

  expect(answer.status).toBe(404);
});
