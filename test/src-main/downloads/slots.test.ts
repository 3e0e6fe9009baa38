import { expect, test } from 'vitest';
import { createSlots } from '../../../src-main/downloads/slots.ts';

const never = new AbortController().signal;

/** Whether the promise is settled by now. */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test('lets in no more than the limit', async () => {
  const slots = createSlots(() => 2);
  const giveBack = await slots.take(never);
  await slots.take(never);

  const third = slots.take(never);

  expect(await isSettled(third)).toBe(false);
  giveBack();
  expect(await isSettled(third)).toBe(true);
});

test('a raised limit helps those who wait', async () => {
  let limit = 1;
  const slots = createSlots(() => limit);
  const giveBack = await slots.take(never);
  const second = slots.take(never);
  const third = slots.take(never);

  limit = 2;
  giveBack();

  expect(await isSettled(Promise.all([second, third]))).toBe(true);
});

test('one who leaves the line holds nobody up', async () => {
  const slots = createSlots(() => 1);
  const giveBack = await slots.take(never);
  const leaving = new AbortController();
  const second = slots.take(leaving.signal);
  const third = slots.take(never);

  leaving.abort();
  giveBack();

  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect(await isSettled(third)).toBe(true);
});
