import { expect, test } from 'vitest';
import { createWriteBatch } from '../../../../src-main/downloads/transfer/write-batch.ts';

const limits = { mostBytes: 10, longestWait: 5 };

/** A batch, and the sizes of its writes. */
function createBatch(chosen = limits) {
  const writes: number[] = [];
  const batch = createWriteBatch(async ({ length }) => {
    writes.push(length);
  }, chosen);
  return { batch, writes };
}

test('writes many pieces at once', async () => {
  const { batch, writes } = createBatch({ ...limits, longestWait: 1_000_000 });

  for (const bytes of [4, 4, 4, 4]) await batch.add(Buffer.alloc(bytes));
  await batch.flush();

  expect(writes).toEqual([10, 6]);
});

test('writes what has come from a slow link', async () => {
  const { batch, writes } = createBatch();

  await batch.add(Buffer.alloc(3));

  await expect.poll(() => writes).toEqual([3]);
});

test('holds nobody up while the disk keeps pace', async () => {
  const { batch, writes } = createBatch();

  const waits: unknown[] = [];
  for (const bytes of [7, 7, 7, 7]) {
    waits.push(batch.add(Buffer.alloc(bytes)));
    await new Promise(setImmediate);
  }
  await batch.flush();

  expect(waits).toEqual([undefined, undefined, undefined, undefined]);
  expect(writes.reduce((sum, bytes) => sum + bytes)).toBe(28);
});

test('keeps the order of a piece that lies across two writes', async () => {
  const written: Buffer[] = [];
  const batch = createWriteBatch(async (content) => {
    written.push(Buffer.from(content));
  }, limits);

  for (const start of [0, 7, 14, 21]) {
    await batch.add(Buffer.from(Array.from({ length: 7 }, (_, index) => start + index)));
    await new Promise(setImmediate);
  }
  await batch.flush();

  expect([...Buffer.concat(written)]).toEqual(Array.from({ length: 28 }, (_, index) => index));
});

test('writes in order however long a write takes', async () => {
  const written: number[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const batch = createWriteBatch(async ([first = 0]) => {
    await gates[written.length]?.promise;
    written.push(first);
  }, limits);
  const first = batch.add(Buffer.alloc(10, 1));
  const second = batch.add(Buffer.alloc(10, 2));

  gates[1]?.resolve();
  gates[0]?.resolve();
  await Promise.all([first, second]);
  await batch.flush();

  expect(written).toEqual([1, 2]);
});

test('tells of a failed write at the next one', async () => {
  const batch = createWriteBatch(async () => {
    throw new Error('the disk is full');
  }, limits);

  await batch.add(Buffer.alloc(10));
  await expect(batch.add(Buffer.alloc(10))).rejects.toThrow('the disk is full');
  await expect(batch.flush()).rejects.toThrow('the disk is full');
});

test('keeps what it took, whatever becomes of the piece', async () => {
  const written: Buffer[] = [];
  const gate = Promise.withResolvers<void>();
  const batch = createWriteBatch(async (content) => {
    const copy = Buffer.from(content);
    await gate.promise;
    written.push(copy);
  }, limits);
  const piece = Buffer.alloc(25, 7);

  const added = batch.add(piece);
  piece.fill(0);
  gate.resolve();
  await added;
  await batch.flush();

  expect(Buffer.concat(written)).toEqual(Buffer.alloc(25, 7));
});

test('leaves nothing behind when nobody waited for what was added last', async () => {
  const written: number[] = [];
  const gate = Promise.withResolvers<void>();
  const batch = createWriteBatch(async ({ length }) => {
    await gate.promise;
    written.push(length);
  }, limits);

  void batch.add(Buffer.alloc(25));
  const flushed = batch.flush();
  gate.resolve();
  await flushed;

  expect(written).toEqual([10, 10, 5]);
});
