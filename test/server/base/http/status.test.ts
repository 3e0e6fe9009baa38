import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from '../../../../server/base/http/errors.ts';
import { registerHealth } from '../../../../server/base/http/status.ts';
import { AppError } from '../../../../server/contract/errors.ts';

test('is ready once what was read can be searched', async () => {
  let isRead = false;
  let isSearchable = false;
  let refused: AppError | null = null;
  let isLeaving = false;
  const http = Fastify();
  const storage = { refusal: () => refused, explain: (error: unknown) => error };
  handleErrors(http, storage);
  const readiness = { isReady: () => isRead, progress: () => ({ done: 3, total: 7 }), onChange: () => {} };
  registerHealth(http, {
    instance: 'one',
    readiness,
    storage,
    isSearchable: () => isSearchable,
    warning: () => null,
    isLeaving: () => isLeaving,
    mayTell: () => true,
  });
  const ask = async () => {
    const answer = await http.inject('/readyz');
    return [answer.statusCode, answer.json().message];
  };

  const reading = await ask();
  isRead = true;
  const indexing = await ask();
  isSearchable = true;
  const ready = await ask();
  refused = new AppError('INSUFFICIENT_STORAGE', 'The disk is full.');
  const full = await ask();
  isLeaving = true;
  const leaving = await ask();

  expect(reading).toEqual([503, 'The library is being read: 3 of 7 models. Try again soon.']);
  expect(indexing).toEqual([503, 'The search index is being built. Try again soon.']);
  expect(ready).toEqual([200, undefined]);
  expect(full).toEqual([503, 'The disk is full.']);
  expect(leaving).toEqual([503, 'The server is shutting down. Try another server, or wait.']);
});
