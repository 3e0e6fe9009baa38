import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writePng } from '../../../.ci/demo/write-png.ts';

function listChunks(png: Buffer) {
  const chunks: { type: string; data: Buffer; isSound: boolean }[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    const isSound = crc32(png.subarray(at + 4, end)) === png.readUInt32BE(end);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end), isSound });
  }
  return chunks;
}

test('writes sound chunks in the right order', () => {
  const chunks = listChunks(writePng(() => [0, 0, 0], 4));

  expect(chunks.map((chunk) => chunk.type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  expect(chunks.every((chunk) => chunk.isSound)).toBe(true);
});

test('puts the highest v into the first row', () => {
  const png = writePng((u, v) => [u > 0.5 ? 1 : 0, v > 0.5 ? 1 : 0, 0], 2);

  const rows = inflateSync(listChunks(png)[1]?.data ?? Buffer.alloc(0));

  expect([...rows]).toEqual([1, 0, 255, 0, 255, 0, 0, 1, 0, 0, 0, 255, 0, 0]);
});

test('clamps colours outside of the range', () => {
  const png = writePng(() => [-3, 7, 0], 1);

  const rows = inflateSync(listChunks(png)[1]?.data ?? Buffer.alloc(0));

  expect([...rows]).toEqual([1, 0, 255, 0]);
});
