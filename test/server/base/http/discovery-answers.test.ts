import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createDiscoveryAnswers } from '../../../../server/base/http/discovery-answers.ts';
import { readyAnswer } from '../../../../server/base/http/ready-answer.ts';

/** A route whose answers are kept, which counts how often they are made. */
function openRoute() {
  let state = 'first';
  let made = 0;
  const answers = createDiscoveryAnswers({ state: () => state });
  const http = Fastify();
  onTestFinished(() => http.close());
  http.get('/models', async (request, reply) => {
    if (answers.recall(request, reply)) return reply;
    made += 1;
    const given = readyAnswer('favourites', { ok: true, guids: [] });
    return answers.send(given, answers.state(), { request, reply });
  });
  return {
    ask: async (words: string) => (await http.inject(`/models?q=${words}`)).statusCode,
    change: () => {
      state = 'second';
    },
    made: () => made,
  };
}

test('keeps an answer from its second request on', async () => {
  const { ask, made } = openRoute();

  for (let times = 0; times < 4; times += 1) expect(await ask('oak')).toBe(200);

  expect(made()).toBe(2);
});

test('keeps what is asked often at once when the catalogue has changed', async () => {
  const { ask, change, made } = openRoute();
  for (let times = 0; times < 2; times += 1) await ask('oak');
  change();

  for (let times = 0; times < 3; times += 1) await ask('oak');

  expect(made()).toBe(3);
});

test('forgets addresses that are never asked for again', async () => {
  const { ask, made } = openRoute();
  await ask('oak');
  for (let count = 0; count < 2100; count += 1) await ask(`odd-${count}`);

  for (let times = 0; times < 3; times += 1) await ask('oak');

  expect(made()).toBe(1 + 2100 + 2);
});
