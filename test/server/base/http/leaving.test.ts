import { Agent, get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmission } from '../../../../server/base/http/admission/admission.ts';
import { createLeaving, fastifyOptions, hardenHttp } from '../../../../server/base/http/harden.ts';
import { readConfig } from '../../../../server/config.ts';

/** A server with one route, whose closing waits until `finish` is called. */
async function startClosing() {
  const config = readConfig({ LODESTOCK_DATA_DIR: '/nowhere', LODESTOCK_LOG_LEVEL: 'silent' });
  const admission = createAdmission(config);
  const http = Fastify(fastifyOptions({ config, admission }));
  admission.attach(http);
  const leaving = createLeaving(http);
  hardenHttp(http, { logsRequests: false, isPrivate: false, corsOrigins: [], leaving });
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  http.addHook('preClose', () => promise);
  http.get('/thing', async () => ({ ok: true }));
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(`${address}/thing`, { agent }, resolve).once('error', reject);
    const answer = await answered;
    answer.resume();
    return [answer.statusCode, answer.headers.connection];
  };
  return { http, ask, finish, leaving };
}

test('answers kept connections until the listener closes', async () => {
  const { http, ask, finish } = await startClosing();
  const before = await ask();

  const closing = http.close();
  const during = await ask();
  finish();
  await closing;

  expect(before).toEqual([200, 'keep-alive']);
  expect(during).toEqual([200, 'close']);
});

test('asks for connections back once it is leaving', async () => {
  const { http, ask, finish, leaving } = await startClosing();
  onTestFinished(() => {
    finish();
    return http.close();
  });

  leaving.leave();

  expect(await ask()).toEqual([200, 'close']);
});
