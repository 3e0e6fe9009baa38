import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from '../../../../server/base/http/errors.ts';
import { registerHealth } from '../../../../server/base/http/status.ts';

test('is ready once what was read can be searched', async () => {
  let isRead = false;
  let isSearchable = false;
  const http = Fastify();
  handleErrors(http);
  const readiness = { isReady: () => isRead, progress: () => ({ done: 3, total: 7 }), onChange: () => {} };
  registerHealth(http, {
    readiness,
    isSearchable: () => isSearchable,
    warning: () => null,
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

  expect(reading).toEqual([503, 'The library is being read: 3 of 7 models. Try again soon.']);
  expect(indexing).toEqual([503, 'The search index is being built. Try again soon.']);
  expect(await ask()).toEqual([200, undefined]);
});
