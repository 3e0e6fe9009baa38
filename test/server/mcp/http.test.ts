import http from 'node:http';
import { expect, test } from 'vitest';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer();

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

/** fetch refuses to send another Host; node:http does. */
function post(headers: Readonly<Record<string, string>>, body = list, path = '/mcp/') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { ...accept, ...headers },
    });
    request.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.end(body);
  });
}

test.each(['/mcp', '/mcp/'])('answers at %s', async (path) => {
  const { status, text } = await post({}, list, path);

  expect(status).toBe(200);
  expect(text).toContain('search_models');
});

test.each([
  ['a host of another name', { host: 'rebound.example.org' }],
  ['a page of another site', { origin: 'https://evil.example.org' }],
  ['a page without an origin', { origin: 'null' }],
])('refuses %s', async (_what, headers) => {
  const { status, text } = await post(headers);

  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
});

test.each(['http://localhost:6274', 'http://127.0.0.1:9'])(
  'lets pages of this machine in: %s',
  async (origin) => {
    const { status } = await post({ origin });

    expect(status).toBe(200);
  },
);

test.each([
  ['no JSON', '{"jsonrpc"', 400],
  ['JSON that is no message', '{"a":1}', 400],
  ['an empty body', '', 400],
])('answers %s as the protocol says', async (_what, body, expected) => {
  const { status, text } = await post({}, body);

  expect(status).toBe(expected);
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
});

test('refuses a body that is too large', async () => {
  const { status, text } = await post(
    {},
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }),
  );

  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({ code: 'TOO_LARGE' });
});

test('offers no stream without a session', async () => {
  const response = await fetch(`${server.baseUrl}/mcp/`, { headers: { accept: 'text/event-stream' } });

  expect(response.status).toBe(405);
});
