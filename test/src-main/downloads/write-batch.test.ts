import { expect, test } from 'vitest';
import { createWriteBatch } from '../../../src-main/downloads/write-batch.ts';

const limits = { mostBytes: 10, longestWait: 5 };

/** A batch, and the sizes of the pieces of each of its writes. */
function createBatch(chosen = limits) {
  const writes: number[][] = [];
  const batch = createWriteBatch(async (chunks) => {
    writes.push(chunks.map(({ length }) => length));
  }, chosen);
  return { batch, writes };
}

test('writes many pieces at once', async () => {
  const { batch, writes } = createBatch({ ...limits, longestWait: 1_000_000 });

  for (const bytes of [4, 4, 4, 4]) await batch.add(Buffer.alloc(bytes));
  await batch.flush();

  expect(writes).toEqual([[4, 4, 4], [4]]);
});

test('writes what has come from a slow link', async () => {
  const { batch, writes } = createBatch();

  await batch.add(Buffer.alloc(3));

  await expect.poll(() => writes).toEqual([[3]]);
});

test('writes in order however long a write takes', async () => {
  const written: number[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const batch = createWriteBatch(async (chunks) => {
    await gates[written.length]?.promise;
    written.push(...chunks.map(([first = 0]) => first));
  }, limits);
  const first = batch.add(Buffer.alloc(10, 1));
  const second = batch.add(Buffer.alloc(10, 2));

  gates[1]?.resolve();
  gates[0]?.resolve();
  await Promise.all([first, second]);

  expect(written).toEqual([1, 2]);
});

test('tells of a failed write at the next one', async () => {
  const batch = createWriteBatch(async () => {
    throw new Error('the disk is full');
  }, limits);

  await expect(batch.add(Buffer.alloc(10))).rejects.toThrow('the disk is full');
  await expect(batch.flush()).rejects.toThrow('the disk is full');
});
