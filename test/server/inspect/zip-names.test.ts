import { expect, test } from 'vitest';
import { createNameDecoder } from '../../../server/inspect/archive/decode-names.ts';
import { readZipDirectory } from '../../../server/inspect/archive/zip-directory.ts';
import { createMemorySource } from '../../../server/inspect/byte-source.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';

const bytesOf = (...names: readonly (string | readonly number[])[]) =>
  names.map((name) => (typeof name === 'string' ? Buffer.from(name) : Uint8Array.from(name)));
const decodeAll = (names: readonly Uint8Array[]) => names.map(createNameDecoder(names));
const ascii = (text: string) => [...Buffer.from(text)];

test.each([
  ['UTF-8 without saying so', bytesOf('Bürotisch.obj', 'readme.txt'), ['Bürotisch.obj', 'readme.txt']],
  [
    'Western Windows',
    bytesOf([...ascii('St'), 0x81, ...ascii('hlchen gr'), 0x94, 0xe1, ...ascii('e.obj')]),
    ['Stühlchen größe.obj'],
  ],
  ['Latin-1', bytesOf([...ascii('B'), 0xfc, ...ascii('ro.obj')]), ['Büro.obj']],
  [
    'Japanese Windows',
    bytesOf([0x89, 0xc6, 0x8b, 0xef, ...ascii('/'), 0x88, 0xd6, 0x8e, 0x71, ...ascii('.obj')]),
    ['家具/椅子.obj'],
  ],
  [
    'Chinese Windows',
    bytesOf([0xc4, 0xa3, 0xd0, 0xcd, ...ascii('/'), 0xd7, 0xc0, 0xd7, 0xd3, ...ascii('.obj')]),
    ['模型/桌子.obj'],
  ],
  ['Korean Windows', bytesOf([0xc0, 0xc7, 0xc0, 0xda, ...ascii('.obj')]), ['의자.obj']],
  ['Russian Windows', bytesOf([0x91, 0xe2, 0xae, 0xab, ...ascii('.obj')]), ['Стол.obj']],
  ['an older Russian program', bytesOf([0xd1, 0xf2, 0xee, 0xeb, ...ascii('.obj')]), ['Стол.obj']],
])('reads names of %s', (_, names, expected) => {
  expect(decodeAll(names)).toEqual(expected);
});

test('says of the last of several files that it is one', () => {
  // It begins in the middle.
  const part = Buffer.from(sampleZip([{ name: 'chair.obj', content: 'v 0 0 0' }]).subarray(40));
  part.writeUInt16LE(2, part.length - 22 + 4);

  expect(() => readZipDirectory(createMemorySource(part))).toThrow('is one part of a split archive');
});
