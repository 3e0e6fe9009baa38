import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBlendParser } from '../../../../server/inspect/blend/blend-parser.ts';
import { createMemorySource } from '../../../../server/inspect/byte-source.ts';
import { noFindings } from '../../../../server/inspect/inspection.ts';
import { compressBlend, sampleBlend } from '../../../helpers/sample-blend.ts';

const inspect = (bytes: Uint8Array) =>
  createBlendParser({
    name: 'a.blend',
    source: createMemorySource(bytes),
    readSibling: (_reference, read) => read(null),
  }).finish();

const chair = { code: 'OB', name: 'Oak châir', isMarked: true };
const things = [
  chair,
  { code: 'OB', name: 'Lamp' },
  { code: 'MA', name: 'Wood', isMarked: true },
  { code: 'IM', name: 'wood.png', isPacked: true },
];
const assets = [
  { name: 'Oak châir', idType: 'OBJECT' },
  { name: 'Wood', idType: 'MATERIAL' },
];
const plain = sampleBlend({ things });

test.each([
  ['of Blender 3.4', plain, '3.4'],
  ['of Blender 5.0', sampleBlend({ things, isLarge: true }), '5.0'],
  ['that is compressed', compressBlend(plain), '3.4'],
  ['that is compressed as of old', gzipSync(plain), '3.4'],
])('finds what is marked in a file %s', async (_what, bytes, version) => {
  const { blend, problem, requires } = await inspect(bytes);

  expect({ blend, problem }).toEqual({ blend: { version, assets }, problem: null });
  expect(requires).toEqual([`blender-${version}`]);
});

test.each([
  ['needs a picture beside it', sampleBlend({ things: [chair, { code: 'IM', name: 'wood.png' }] })],
  ['is linked to another file', sampleBlend({ things: [chair, { code: 'LI', name: 'lib.blend' }] })],
  ['needs a sound beside it', sampleBlend({ things: [chair, { code: 'SO', name: 'creak.wav' }] })],
  ['marks nothing as asset', sampleBlend({ things: [{ code: 'OB', name: 'Lamp' }] })],
  ['is cut', plain.subarray(0, -30)],
  ['is compressed and cut', compressBlend(plain).subarray(0, -5)],
  ['is of a computer with 32 bits', Buffer.from(plain.toString('latin1').replace('-v', '_v'), 'latin1')],
  ['is no file of Blender', Buffer.from('some bytes')],
])('offers nothing of a file that %s', async (_what, bytes) => {
  const { requires, ...found } = await inspect(bytes);

  expect({ ...found, requires: [] }).toEqual(noFindings);
});

test('takes no broken file for a problem', async () => {
  const broken = fc
    .record({ at: fc.nat(plain.length - 1), bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }) })
    .map(({ at, bytes }) => {
      const copy = Buffer.from(plain);
      copy.set(bytes.subarray(0, copy.length - at), at);
      return copy;
    });

  await fc.assert(
    fc.asyncProperty(broken, async (bytes) => {
      expect((await inspect(bytes)).problem).toBeNull();
    }),
  );
});
