import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRunningHash } from '../../../../src-main/downloads/staging/running-hash.ts';

const mebibyte = 1024 * 1024;
const content = randomBytes(4 * mebibyte + 77);
const sha256 = createHash('sha256').update(content).digest('hex');

/** A hash over what is in `content`, and which ranges of it were read. */
function createHashed() {
  const reads: (readonly [number, number])[] = [];
  const hash = createRunningHash(async ({ start, end }, visit) => {
    reads.push([start, end]);
    visit(content.subarray(start, end));
  });
  const append = (start: number, end: number) => hash.append(content.subarray(start, end), start);
  return { hash, reads, append };
}

test('reads nothing of a file received in one go', async () => {
  const { hash, reads, append } = createHashed();

  for (let start = 0; start < content.length; start += mebibyte) append(start, start + mebibyte);

  expect(await hash.digest(content.length)).toBe(sha256);
  expect(reads).toEqual([]);
});

test('reads what an earlier run left while more arrives', async () => {
  const { hash, reads, append } = createHashed();

  append(2 * mebibyte, 3 * mebibyte);

  await expect.poll(() => reads).toEqual([[0, 3 * mebibyte]]);
  append(3 * mebibyte, content.length);
  expect(await hash.digest(content.length)).toBe(sha256);
  expect(reads).toHaveLength(1);
});

test('overtakes what arrives fast, so that little is left to read after the last byte', async () => {
  const bytes = Buffer.alloc(40 * mebibyte, 7);
  let reads = 0;
  const hash = createRunningHash(async ({ start, end }, visit) => {
    await new Promise((resolve) => setImmediate(resolve));
    reads += 1;
    visit(bytes.subarray(start, end));
  });
  const piece = 2 * mebibyte;

  for (let start = 10 * mebibyte; start < bytes.length; start += piece) {
    hash.append(bytes.subarray(start, start + piece), start);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const before = reads;

  expect(await hash.digest(bytes.length)).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(reads - before).toBeLessThan(3);
});

test('catches up with what arrives while it reads', async () => {
  const { hash, append } = createHashed();

  append(mebibyte, 2 * mebibyte);
  append(2 * mebibyte, 3 * mebibyte);
  await Promise.resolve();
  append(3 * mebibyte, content.length);

  expect(await hash.digest(content.length)).toBe(sha256);
});

test('begins anew when what was stored changes', async () => {
  const { hash, append } = createHashed();
  hash.append(randomBytes(mebibyte), mebibyte);

  hash.forget();
  append(0, mebibyte);

  expect(await hash.digest(content.length)).toBe(sha256);
});

test('tells of a part that cannot be read', async () => {
  const hash = createRunningHash(async () => {
    throw new Error('the disk is gone');
  });
  hash.append(content, 1);

  await expect(hash.digest(content.length + 1)).rejects.toThrow('the disk is gone');
});

test('reads no more once it is stopped', async () => {
  const { hash, reads, append } = createHashed();
  append(3 * mebibyte, content.length);

  await hash.stop();

  expect(reads.length).toBeLessThan(2);
});
