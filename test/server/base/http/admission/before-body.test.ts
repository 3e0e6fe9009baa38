import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { RouteDefinition } from '../../../../../server/contract/define.ts';
import { routes } from '../../../../../server/contract/index.ts';
import { limits } from '../../../../../server/contract/limits.ts';
import { announceBody, openRaw } from '../../../../helpers/raw-connection.ts';
import { registerPerson, startTestServer } from '../../../../helpers/test-server.ts';

const server = await startTestServer({ environment: { LODESTOCK_POSTERS: 'auto' } });

const open = (baseUrl = server.baseUrl) => openRaw(baseUrl);
async function ask(head: string, baseUrl = server.baseUrl) {
  const connection = await open(baseUrl);
  connection.write(head);
  return connection.receive('\r\n\r\n');
}

const deliveryBytes = 9_200_000;
const partOfBody = Buffer.alloc(64 * 1024, 32);
const withBody = Object.values<RouteDefinition>(routes).filter(({ method }) => method !== 'GET');
const needsCaller = ({ callers, audience }: RouteDefinition) =>
  callers.length > 0 || audience.includes('renderer') || audience.includes('host');

test.each(withBody.filter(needsCaller).map(({ method, path }) => [method, path]))(
  'refuses strangers at %s %s before the body',
  async (method, path) => {
    const answer = await ask(announceBody(method, path.replaceAll(/\{\w+\}/g, 'x'), 100));

    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  },
);

test('refuses a role before the body', async () => {
  await registerPerson(server);
  const { token } = await registerPerson(server);

  const answer = await ask(
    announceBody('POST', '/api/admin/invitations', 100, `Authorization: Bearer ${token}\r\n`),
  );

  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
});

test('refuses too large a body before it comes', async () => {
  const answer = await ask(announceBody('POST', '/api/auth/register', limits.bodyBytes + 1));

  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('keeps nothing of large bodies of strangers', async () => {
  const crowd = await Promise.all(Array.from({ length: 300 }, () => open()));
  const { bodies } = server.app.admission;
  let most = 0;
  let parsed = 0;
  const look = (request: IncomingMessage) => {
    most = Math.max(most, bodies.bytes());
    request.once('end', () => {
      parsed += 1;
    });
  };
  server.app.http.server.on('request', look);

  for (const { write, socket } of crowd) {
    write(announceBody('POST', '/api/posters/deliver', deliveryBytes));
    socket.write(partOfBody);
  }
  const answers = await Promise.all(crowd.map(({ receive }) => receive('\r\n\r\n')));
  server.app.http.server.off('request', look);

  expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 401']));
  expect([most, bodies.bytes(), parsed]).toEqual([0, 0, 0]);
});

test('closes after refusing, without losing the answer', async () => {
  const connection = await open();
  connection.write(announceBody('POST', '/api/posters/deliver', deliveryBytes));
  connection.socket.write(Buffer.alloc(500_000, 32));

  const answer = await connection.receive('"requestId"');
  await connection.ended;

  expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nconnection: close\r\n/i);
});

test('asks for a body only once it is wanted', async () => {
  const expecting = (path: string) => ask(announceBody('POST', path, 100, 'Expect: 100-continue\r\n'));

  expect(await expecting('/api/auth/logout')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await expecting('/api/auth/login')).toMatch(/^HTTP\/1\.1 100 /);
});

test('has no routes of renderers without posters', async () => {
  const plain = await startTestServer({ environment: { LODESTOCK_POSTERS: 'off' } });

  const paths = ['/api/posters/claim', '/api/posters/deliver', '/posters-render'];
  const answers = await Promise.all(
    paths.map(async (path) => (await fetch(plain.baseUrl + path, { method: 'POST' })).status),
  );

  expect(answers).toEqual([404, 404, 404]);
});

test('bounds the bodies that are on their way', async () => {
  const bodies = { most: 100_000 };
  const small = await startTestServer({ tuning: { admission: { bodies } } });
  const head = announceBody('POST', '/api/auth/login', 40_000);
  const first = await open(small.baseUrl);
  const second = await open(small.baseUrl);
  first.write(head);
  second.write(head);
  await expect.poll(small.app.admission.bodies.bytes).toBe(80_000);

  const refused = await ask(head, small.baseUrl);
  first.close();
  await expect.poll(small.app.admission.bodies.bytes).toBe(40_000);
  const third = await open(small.baseUrl);
  third.write(head);
  third.write(JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(20) }).padEnd(40_000));

  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: [1-9]/i);
  expect(await third.receive('\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
});

test('bounds the bodies of one network', async () => {
  const bodies = { perNetwork: 60_000 };
  const proxied = await startTestServer({
    tuning: { admission: { bodies } },
    environment: { LODESTOCK_TRUST_PROXY: 'true' },
  });
  const from = (address: string) =>
    announceBody('POST', '/api/auth/login', 40_000, `X-Forwarded-For: ${address}\r\n`);
  const first = await open(proxied.baseUrl);
  first.write(from('2001:db8::1'));
  await expect.poll(proxied.app.admission.bodies.bytes).toBe(40_000);

  const neighbour = await ask(from('2001:db8::ffff'), proxied.baseUrl);
  const other = await open(proxied.baseUrl);
  other.write(from('2001:db8:1::1'));

  expect(neighbour).toMatch(/^HTTP\/1\.1 503 /);
  await expect.poll(proxied.app.admission.bodies.bytes).toBe(80_000);
});
