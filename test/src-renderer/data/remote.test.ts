import { expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { createRemote } from '../../../src-renderer/data/remote.ts';

const createNumber = () =>
  createRemote<{ readonly value: number }>({ value: 0 })(({ take, ask, forget }) => ({ take, ask, forget }));
const away = new AppError('UNAVAILABLE', 'The server is away.');

test('keeps an answer', async () => {
  const store = createNumber();

  expect(await store.getState().take(async () => ({ value: 1 }))).toBe(true);
  expect(store.getState()).toMatchObject({ value: 1, error: null });
});

test('keeps what was known beside the reason of a failure', async () => {
  const store = createNumber();
  await store.getState().take(async () => ({ value: 1 }));

  expect(await store.getState().take(() => Promise.reject(away))).toBe(false);
  expect(store.getState()).toMatchObject({ value: 1, error: away });
});

test('forgets a failure once something succeeds', async () => {
  const store = createNumber();
  await store.getState().take(() => Promise.reject(away));

  await store.getState().take(async () => ({ value: 2 }));

  expect(store.getState().error).toBeNull();
});

test('shows the answer to the last question, whichever comes first', async () => {
  const store = createNumber();
  const first = Promise.withResolvers<{ value: number }>();
  const earlier = store.getState().ask(() => first.promise);
  await store.getState().ask(async () => ({ value: 2 }));

  first.resolve({ value: 1 });

  expect(await earlier).toBe(false);
  expect(store.getState().value).toBe(2);
});

test.each([
  ['answer', (given: PromiseWithResolvers<{ value: number }>) => given.resolve({ value: 1 })],
  ['failure', (given: PromiseWithResolvers<{ value: number }>) => given.reject(away)],
])('drops the %s of a question that was forgotten', async (_, end) => {
  const store = createNumber();
  const given = Promise.withResolvers<{ value: number }>();
  const asked = store.getState().take(() => given.promise);
  store.getState().forget();

  end(given);

  expect(await asked).toBe(false);
  expect(store.getState()).toMatchObject({ value: 0, error: null });
});
