import { expect, test } from 'vitest';
import { sampleAsciiStl, sampleBinaryStl } from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

test('counts the triangles of a binary STL', async () => {
  const found = await parseBytes('stl', sampleBinaryStl({ triangles: 5 }));

  expect(found).toMatchObject({ triangles: 5, problem: null });
});

test('knows a binary STL that starts with solid', async () => {
  const plain = await parseBytes('stl', sampleBinaryStl({ triangles: 5, title: 'solid part' }));
  const blank = await parseBytes('stl', sampleBinaryStl({ triangles: 5, title: 'solid'.padEnd(80) }));

  expect([plain, blank].map(({ triangles, problem }) => [triangles, problem])).toEqual([
    [5, null],
    [5, null],
  ]);
});

test.each(['\n', '\r\n', '\r'])('counts the facets of text with %j', async (lineEnd) => {
  const found = await parseBytes(
    'stl',
    sampleAsciiStl({ triangles: 4 }).toUpperCase().replaceAll('\n', lineEnd),
  );

  expect(found).toMatchObject({ triangles: 4, problem: null });
});

test('counts the facets of several solids', async () => {
  const found = await parseBytes('stl', sampleAsciiStl({ triangles: 4 }) + sampleAsciiStl({ triangles: 2 }));

  expect(found).toMatchObject({ triangles: 6, problem: null });
});

const binary = sampleBinaryStl({ triangles: 5 });
const text = sampleAsciiStl({ triangles: 2 });

function withCount(count: number): Buffer {
  const bytes = Buffer.from(binary);
  bytes.writeUInt32LE(count, 80);
  return bytes;
}

const broken = [
  [
    'a cut-off end',
    binary.subarray(0, -1),
    'is truncated: its header promises 5 triangles (334 bytes) and the file has 333',
  ],
  ['a count of billions', withCount(0xffffffff), 'promises 4,294,967,295 triangles (214,748,364,834 bytes)'],
  ['a count that is too low', withCount(2), 'contradicts itself: its header promises 2 triangles'],
  ['a count of none', withCount(0).subarray(0, 84), 'contains no triangles'],
  ['half a header', binary.subarray(0, 40), 'an STL header has 84 bytes, the file 40'],
  ['a cut-off text', text.slice(0, -20), 'it ends before its "endsolid"'],
  ['a cut-off facet', text.slice(0, 80), 'it ends before its "endsolid"'],
  ['an empty solid', `${text}solid nothing\nendsolid\n`, 'has no facet in solid 2'],
  ['a facet of two corners', text.replace(/ {2}vertex.*\n/, ''), 'has 2 instead of 3 vertices in facet 1'],
  ['a facet that never ends', text.replace('endfacet\n', ''), 'never ends facet 1'],
  [
    'a solid inside a facet',
    text.replace('endfacet\n', 'solid\n'),
    'starts a solid in the middle of a facet',
  ],
] as const;

test.each(broken)('reports an STL with %s', async (_, bytes, reason) => {
  const found = await parseBytes('stl', bytes);

  expect(found.problem).toContain(reason);
});
