import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { builtPages } from '../../../helpers/built.ts';
import { startTestServer } from '../../../helpers/test-server.ts';

const server = await startTestServer({ rendererDir: builtPages });

const login = (init: RequestInit) => fetch(`${server.baseUrl}/api/auth/login`, { method: 'POST', ...init });
const json = { 'content-type': 'application/json' };

/** Sends raw bytes and reads the answer until the server closes. */
function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(server.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const plain = { headers: { 'content-type': 'text/plain' }, body: 'x' };
const attack = '{"email":"a@b.c","password":"x","__proto__":{"role":"admin"}}';
const large = JSON.stringify({ email: 'x'.repeat(limits.bodyBytes) });
test.each<[string, () => Promise<Response>, number, string]>([
  ['malformed JSON', () => login({ headers: json, body: '{"email":' }), 400, 'INVALID_INPUT'],
  ['a prototype attack', () => login({ headers: json, body: attack }), 400, 'INVALID_INPUT'],
  ['another media type', () => login(plain), 415, 'UNSUPPORTED_MEDIA'],
  ['a body over its limit', () => login({ headers: json, body: large }), 413, 'TOO_LARGE'],
  ['malformed percent-encoding', () => fetch(`${server.baseUrl}/api/models/%E0%A4%A`), 400, 'INVALID_INPUT'],
  ['an unknown address', () => fetch(`${server.baseUrl}/api/nothing`), 404, 'NOT_FOUND'],
  [
    'an unknown method',
    () => fetch(`${server.baseUrl}/api-embeddings/browse`, { method: 'DELETE' }),
    404,
    'NOT_FOUND',
  ],
])('answers %s in the one shape', async (_what, ask, status, code) => {
  const response = await ask();

  const body = await response.json();
  expect([response.status, body.ok, body.code]).toEqual([status, false, code]);
  expect(body.message).toMatch(/^[A-Z].*\.$/);
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
});

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';

test('shows a person a page at an unknown address', async () => {
  const response = await fetch(`${server.baseUrl}/no/such/page`, { headers: { accept } });

  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('x-frame-options')).toBe('DENY');
});

test.each([
  ['of the interface', '/api/no-such-thing', { headers: { accept } }],
  ['that a program asks for', '/no/such/page', { headers: { accept: '*/*' } }],
  ['that a form sends to', '/no/such/page', { method: 'POST', headers: { accept } }],
])('answers an unknown address %s as JSON', async (_name, place, options) => {
  const response = await fetch(server.baseUrl + place, options);

  expect([response.status, (await response.json()).code]).toEqual([404, 'NOT_FOUND']);
});

test('refuses two body lengths in one request', async () => {
  const answer = await sendRaw(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  );

  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('tells nothing of a fault of ours', async () => {
  const broken = await startTestServer();
  broken.db.exec('DROP TABLE file; DROP TABLE poster; DROP TABLE model');

  const response = await fetch(`${broken.baseUrl}/api/models/any`);
  const body = await response.json();

  expect([response.status, body.code]).toEqual([500, 'INTERNAL']);
  expect(JSON.stringify(body)).not.toContain('model');
  await expect.poll(() => broken.logged.join('')).toContain(body.requestId);
});

test('describes itself as OpenAPI 3.1', async () => {
  const response = await fetch(`${server.baseUrl}/api/manifest.yaml`);
  const text = await response.text();

  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(text).toMatch(/^openapi: 3\.1\.0/);
  expect(text).toContain('/api/plugin/download/direct:');
});

test('says in words what a field lacks', async () => {
  const nothing = await server.call('register', {
    email: 'a@example.org',
    password: 'long enough',
    name: '',
  });
  const { token } = (
    await server.call('register', { email: 'a@example.org', password: 'long enough', name: 'A' })
  ).body;
  const page = await server.call('transactions', { limit: 0 }, { token });
  const missing = await (await login({ headers: json, body: '{"email":"a@example.org"}' })).json();

  expect(nothing.error.details?.fields).toEqual({ name: 'write at least 1 character' });
  expect(page.error.details?.fields).toEqual({ limit: 'write a whole number from 1 to 1000' });
  expect(missing.message).toBe('Correct password: it is missing.');
});
