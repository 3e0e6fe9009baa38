import { expect, test } from 'vitest';
import { formatCount } from '../../../server/inspect/broken-file.ts';
import { packGlb, sampleGltfBuffer, sampleGltfDocument } from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

/** A sample with `index` at `place` among its indices of 16 bits; all others name vertex 11. */
function parseShort({ triangles = 10, place = 0, index = 0 }) {
  const buffer = sampleGltfBuffer({ triangles });
  for (let at = 0; at < triangles * 3; at += 1) buffer.writeUInt16LE(11, at * 2);
  buffer.writeUInt16LE(index, place * 2);
  const document = sampleGltfDocument({ triangles });
  const [, ...rest] = document.accessors;
  const indices = { bufferView: 0, componentType: 5123, count: triangles * 3, type: 'SCALAR' };
  return parseBytes('glb', packGlb({ ...document, accessors: [indices, ...rest] }, buffer));
}

test.each([13, 0x7fff, 0x8000, 0xffff])('reports the short index %d wherever it is', async (index) => {
  const places = Array.from({ length: 33 }, (_, place) => place);

  const found = await Promise.all(places.map((place) => parseShort({ triangles: 11, place, index })));

  const named = found.map(({ problem }) => problem?.includes(`names vertex ${formatCount(index)} in mesh 0`));
  expect(named).toEqual(places.map(() => true));
});

test('takes short indices that are all below', async () => {
  const found = await Promise.all(
    [10, 11].map((triangles) => parseShort({ triangles, index: triangles + 1 })),
  );

  expect(found.map(({ problem }) => problem)).toEqual([null, null]);
});

test.each([
  [0x7fff, null],
  [0x8000, expect.stringContaining('names vertex 32,768')],
])('judges short index %d among 32,768 vertices', async (index, problem) => {
  const found = await parseShort({ triangles: 0x7ffe, place: 1000, index });

  expect(found.problem).toEqual(problem);
});
