import { expect, test } from 'vitest';
import { limits } from '../../../../../server/contract/limits.ts';
import { openRaw } from '../../../../helpers/raw-connection.ts';
import { startTestServer } from '../../../../helpers/test-server.ts';

const server = await startTestServer({
  isClockStopped: true,
  environment: { LODESTOCK_TRUST_PROXY: 'true' },
});

test.each([
  ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', '400'],
  ['two Host headers in other cases', 'GET /healthz HTTP/1.1\r\nhost: a\r\nHOST: b\r\n\r\n', '400'],
  ['a request line without a version', 'GET /healthz\r\n\r\n', '505'],
  ['HTTP/0.9', 'GET /healthz HTTP/0.9\r\n\r\n', '505'],
  ['more headers than fit', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
])('refuses %s and closes', async (_what, text, status) => {
  const connection = await openRaw(server.baseUrl);
  connection.write(text);

  const answer = await connection.receive('"requestId"');
  await connection.ended;

  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test('answers a malformed request in the one shape', async () => {
  const connection = await openRaw(server.baseUrl);
  connection.write('GET nonsense\r\n\r\n');
  const [, body = ''] = (await connection.receive('"requestId"')).split('\r\n\r\n');
  connection.close();

  expect(JSON.parse(body)).toMatchObject({ ok: false, code: 'INVALID_INPUT', requestId: expect.any(String) });
});

test('answers old clients of HTTP/1.0', async () => {
  const connection = await openRaw(server.baseUrl);
  connection.write('GET /healthz HTTP/1.0\r\n\r\n');

  const answer = await connection.receive('{"ok":true}');

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('counts all addresses of one IPv6 network together', async () => {
  const from = (address: string) =>
    server.call(
      'login',
      { email: 'nobody@example.org', password: 'wrong' },
      { headers: { 'x-forwarded-for': address } },
    );
  await from('2001:db8::1');

  const neighbour = await from('2001:db8::ffff:1');
  const other = await from('2001:db8:0:1::1');

  const { max } = limits.routeRates.login;
  expect(neighbour.headers.get('ratelimit')).toContain(`r=${max - 2};`);
  expect(other.headers.get('ratelimit')).toContain(`r=${max - 1};`);
});
