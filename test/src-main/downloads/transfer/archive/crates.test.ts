import { expect, test } from 'vitest';
import { type Crate, createCrates } from '../../../../../src-main/downloads/transfer/archive/crates.ts';

const mebibyte = 1024 * 1024;

/** Crates that are taken when the test says so. */
function createReceiver() {
  const got: { readonly crate: Crate<string>; readonly end: PromiseWithResolvers<void> }[] = [];
  const crates = createCrates<string>((crate) => {
    const end = Promise.withResolvers<void>();
    got.push({ crate, end });
    return end.promise;
  });
  const pack = (entry: string, bytes: number) => {
    const content = crates.take(bytes).fill(entry);
    crates.add(entry, content);
  };
  return { crates, got, pack };
}

const unpack = ({ memory, packed }: Crate<string>) =>
  packed.map(({ entry, at, bytes }) => [
    entry,
    Buffer.from(memory, at, bytes).every((byte) => byte === entry.charCodeAt(0)),
  ]);

test('sends full crates, and what is left at the end', async () => {
  const { crates, got, pack } = createReceiver();
  pack('a', mebibyte);
  pack('b', mebibyte);
  pack('c', 10);
  const finished = crates.finish();
  for (const { end } of got) end.resolve();
  await finished;

  expect(got.map(({ crate }) => unpack(crate))).toEqual([
    [
      ['a', true],
      ['b', true],
    ],
    [['c', true]],
  ]);
});

test('takes what is larger than a crate', async () => {
  const { crates, got, pack } = createReceiver();
  pack('a', 5 * mebibyte);
  const finished = crates.finish();
  got[0]?.end.resolve();
  await finished;

  expect(got.map(({ crate }) => unpack(crate))).toEqual([[['a', true]]]);
});

test('lets others wait while two are away, and uses their memory again', async () => {
  const { crates, got, pack } = createReceiver();
  pack('a', 2 * mebibyte);
  pack('b', 2 * mebibyte);
  expect(crates.room()).toBeUndefined();
  pack('c', 2 * mebibyte);
  const room = crates.room();
  got[0]?.end.resolve();
  await room;
  pack('d', 2 * mebibyte);
  pack('e', 1);

  expect(got[3]?.crate.memory).toBe(got[0]?.crate.memory);
});

test('tells whoever fills it that one was refused', async () => {
  const { crates, got, pack } = createReceiver();
  pack('a', 2 * mebibyte);
  pack('b', 1);
  got[0]?.end.reject(new Error('the disk is full'));

  await expect.poll(() => crates.room() !== undefined).toBe(true);
  await expect(crates.room()).rejects.toThrow('the disk is full');
  const finished = crates.finish();
  got[1]?.end.resolve();
  await expect(finished).rejects.toThrow('the disk is full');
});
