import { expect, test } from 'vitest';
import { sampleAsciiPly, samplePly } from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

const binary = samplePly({ triangles: 6 });
const text = sampleAsciiPly({ triangles: 6 });
const headerLines = (format: string, ...lines: readonly string[]) =>
  ['ply', `format ${format} 1.0`, ...lines, 'end_header', ''].join('\n');

test.each([
  ['text', text],
  ['little-endian', binary],
  ['big-endian', samplePly({ triangles: 6, isBigEndian: true })],
  ['text with CR', text.replaceAll('\n', '\r')],
  ['text with CR LF', text.replaceAll('\n', '\r\n')],
] as const)('counts the triangles of %s PLY', async (_, bytes) => {
  const found = await parseBytes('ply', bytes);

  expect(found).toMatchObject({ triangles: 6, problem: null });
});

test('counts polygons among other lists and elements', async () => {
  const header = headerLines(
    'ascii',
    'comment made by hand',
    'element vertex 4',
    'property double x',
    'element face 2',
    'property list uchar float texcoord',
    'property list uchar int vertex_index',
    'property uchar red',
    'element edge 1',
    'property int a',
  );

  const found = await parseBytes('ply', `${header}0\n1\n\n2\n3\n2 0.5 0.5 4 0 1 2 3 255\n0 3 0 1 2 7\n9\n`);

  expect(found).toMatchObject({ triangles: 3, problem: null });
});

test('walks binary rows with several lists', async () => {
  const header = headerLines(
    'binary_little_endian',
    'element vertex 3',
    'property uchar x',
    'element face 2',
    'property list ushort float texcoord',
    'property list uchar ushort vertex_indices',
    'property uchar red',
  );
  const row = [1, 0, 1, 2, 3, 4, 3, 0, 0, 1, 0, 2, 0, 9];

  const found = await parseBytes(
    'ply',
    Buffer.concat([Buffer.from(header), Buffer.from([1, 2, 3, ...row, ...row])]),
  );

  expect(found).toMatchObject({ triangles: 2, problem: null });
});

test('counts the triangles of strips, each of which ends with -1', async () => {
  const header = headerLines(
    'ascii',
    'element vertex 5',
    'property int x',
    'element tristrips 1',
    'property list int int vertex_indices',
  );

  const found = await parseBytes('ply', `${header}0\n0\n0\n0\n0\n10 0 1 2 3 4 -1 0 1 2 -1\n`);
  const beyond = await parseBytes('ply', `${header}0\n0\n0\n0\n0\n4 0 1 5 -1\n`);

  expect(found).toMatchObject({ triangles: 4, problem: null });
  expect(beyond.problem).toContain('names vertex 5');
});

function withFaces(count: string): Buffer {
  return Buffer.from(binary.toString('latin1').replace('face 6', `face ${count}`), 'latin1');
}

function withFirstCorner(corner: number): Buffer {
  const bytes = Buffer.from(binary);
  bytes.writeInt32LE(corner, bytes.length - 6 * 13 + 1);
  return bytes;
}

function withFirstLength(length: number): Buffer {
  const bytes = Buffer.from(binary);
  bytes.writeUInt8(length, bytes.length - 6 * 13);
  return bytes;
}

function withLineFeedFirst(): Buffer {
  const bytes = Buffer.from(binary);
  bytes.writeUInt8(10, bytes.indexOf('end_header\n') + 'end_header\n'.length);
  return bytes;
}

const broken = [
  ['a cut-off end', binary.subarray(0, -1), 'is truncated: it ends before its last face'],
  ['a cut-off header', binary.subarray(0, 60), 'its header never ends'],
  ['billions of faces', withFaces('9000000000'), 'is truncated: its header promises at least'],
  ['a count that is no number', withFaces('many'), 'has no number of "face" in its header'],
  ['fewer faces than rows', withFaces('4'), '26 bytes follow the last face'],
  ['a vertex that is not there', withFirstCorner(8), 'names vertex 8 in face 1 and holds 8 vertices'],
  ['a negative vertex', withFirstCorner(-1), 'names vertex -1 in face 1'],
  ['a face of 255 corners', withFirstLength(255), 'is truncated'],
  ['a line feed as its first byte', withLineFeedFirst(), 'starts its data with a line feed'],
  ['another start', `x${text}`, 'does not start with "ply"'],
  ['an unknown format', text.replace('ascii', 'braille'), 'has an unknown PLY format "braille"'],
  ['no format', text.replace('format ascii 1.0\n', ''), 'has no format line'],
  ['an unknown number type', text.replace('float', 'half'), 'has an unknown number type "half"'],
  ['no vertices', headerLines('ascii'), 'contains no vertices'],
  ['too few lines', text.slice(0, -8), 'its header promises 6 of "face" and it has 5'],
  ['too many lines', `${text}3 0 1 2\n`, 'has more lines than its header promises'],
  ['a short line', text.replace('3 0 1 2', '3 0 1'), 'has too few numbers in a line of "face"'],
  ['a word in a face', text.replace('3 0 1 2', '3 0 x 2'), 'has a line of "face" without numbers'],
  ['a high vertex in a text', text.replace('3 0 1 2', '3 0 1 99'), 'names vertex 99 in face 1'],
] as const;

test.each(broken)('reports a PLY with %s', async (_, bytes, reason) => {
  const found = await parseBytes('ply', bytes);

  expect(found.problem).toContain(reason);
});

test('refuses a list of gigabytes without keeping it', async () => {
  const header = headerLines(
    'binary_little_endian',
    'element vertex 1',
    'property uchar x',
    'element face 1',
    'property list uint double vertex_indices',
  );

  const found = await parseBytes(
    'ply',
    Buffer.concat([Buffer.from(header), Buffer.alloc(1), Buffer.alloc(8, 0xff)]),
  );

  expect(found.problem).toContain('has a list of 4,294,967,295 values in "face"');
});
