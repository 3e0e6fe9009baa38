import { expect, test } from 'vitest';
import { createBuffers } from '../../../../src-main/downloads/archive/buffers.ts';

test('hands out the same memory again, with room for one byte more', () => {
  const { take, giveBack } = createBuffers();
  const first = take(64 * 1024);
  const second = take(100);

  expect([first.length, second.length]).toEqual([64 * 1024, 100]);
  expect(first.buffer.byteLength).toBeGreaterThan(64 * 1024);
  expect(second.buffer).not.toBe(first.buffer);
  giveBack(first);

  expect(take(70_000).buffer).toBe(first.buffer);
  expect(take(70_000).buffer).not.toBe(first.buffer);
});
