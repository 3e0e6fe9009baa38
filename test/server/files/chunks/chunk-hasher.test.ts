import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { createChunkHasher } from '../../../../server/inspect/chunk-hasher.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const { leafBytes } = limits;

function hashInPieces(bytes: Buffer, pieceBytes: number) {
  const hasher = createChunkHasher();
  for (let start = 0; start < bytes.length; start += pieceBytes)
    hasher.push(bytes.subarray(start, start + pieceBytes));
  return hasher.finish();
}

test.each([1_000_003, leafBytes - 1, leafBytes, leafBytes + 1, 3 * leafBytes])(
  'hashes the whole and its leaves in pieces of %i bytes',
  (pieceBytes) => {
    const bytes = randomBytes(2 * leafBytes + 77);

    const hashed = hashInPieces(bytes, pieceBytes);

    expect(hashed).toEqual({
      sha256: hashOf(bytes),
      leaves: [
        hashOf(bytes.subarray(0, leafBytes)),
        hashOf(bytes.subarray(leafBytes, 2 * leafBytes)),
        hashOf(bytes.subarray(2 * leafBytes)),
      ],
    });
  },
);

test('adds no empty leaf behind a full one', () => {
  const bytes = randomBytes(2 * leafBytes);

  expect(hashInPieces(bytes, 1024 * 1024).leaves.length).toBe(2);
});

test.each([0, 1000])('takes a stream of %i bytes for one leaf at most', (length) => {
  const bytes = randomBytes(length);

  const hashed = hashInPieces(bytes, 100);

  expect(hashed).toEqual({ sha256: hashOf(bytes), leaves: length === 0 ? [] : [hashOf(bytes)] });
});
