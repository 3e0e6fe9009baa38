import { expect, test } from 'vitest';
import { createSlots } from '../../../../src-main/downloads/transfer/slots.ts';

const never = new AbortController().signal;

/** Whether the promise is settled by now. */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test('lets in no more than the limit', async () => {
  const slots = createSlots({ inAll: () => 2, perHost: () => 8 });
  const giveBack = await slots.take('a.example', never);
  await slots.take('a.example', never);

  const third = slots.take('a.example', never);

  expect(await isSettled(third)).toBe(false);
  giveBack();
  expect(await isSettled(third)).toBe(true);
});

test('a raised limit helps those who wait', async () => {
  let limit = 1;
  const slots = createSlots({ inAll: () => limit, perHost: () => 8 });
  const giveBack = await slots.take('a.example', never);
  const second = slots.take('a.example', never);
  const third = slots.take('a.example', never);

  limit = 2;
  giveBack();

  expect(await isSettled(Promise.all([second, third]))).toBe(true);
});

test('one who leaves the line holds nobody up', async () => {
  const slots = createSlots({ inAll: () => 1, perHost: () => 8 });
  const giveBack = await slots.take('a.example', never);
  const leaving = new AbortController();
  const second = slots.take('a.example', leaving.signal);
  const third = slots.take('a.example', never);

  leaving.abort();
  giveBack();

  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect(await isSettled(third)).toBe(true);
});

test('lets in no more than the limit per host', async () => {
  const slots = createSlots({ inAll: () => 8, perHost: () => 2 });
  const giveBack = await slots.take('a.example', never);
  await slots.take('a.example', never);

  const third = slots.take('a.example', never);

  expect(await isSettled(third)).toBe(false);
  giveBack();
  expect(await isSettled(third)).toBe(true);
});

test('a busy host holds up no other one', async () => {
  const slots = createSlots({ inAll: () => 8, perHost: () => 1 });
  await slots.take('a.example', never);
  const waiting = slots.take('a.example', never);

  const other = slots.take('b.example', never);

  expect(await isSettled(other)).toBe(true);
  expect(await isSettled(waiting)).toBe(false);
});
