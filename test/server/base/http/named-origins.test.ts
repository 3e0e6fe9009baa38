import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import { simpleModel } from '../../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';

const studio = 'https://tools.studio.lan';
const server = await startTestServer({
  files: simpleModel('oak', { guid: 'oak', priceUsd: 0 }),
  environment: { LODESTOCK_CORS_ORIGINS: `${studio}, http://127.0.0.1:5173` },
});

const preflight = (path: string, origin: string) =>
  fetch(`${server.baseUrl}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'web', version: '1' } },
};
const openMcp = (origin: string) =>
  fetch(`${server.baseUrl}/mcp/`, {
    method: 'POST',
    headers: {
      origin,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(initialize),
  });

test.each(['/api/download/direct', '/oauth/token', '/oauth/device_authorization', '/mcp/'])(
  'lets a named origin ask %s, and no other',
  async (path) => {
    const named = await preflight(path, studio);
    const other = await preflight(path, 'https://evil.example.org');

    expect(named.status).toBe(204);
    expect(Object.fromEntries(named.headers)).toMatchObject({
      'access-control-allow-origin': studio,
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      'access-control-allow-headers': expect.stringContaining('authorization'),
      vary: 'Origin',
    });
    expect(named.headers.get('access-control-allow-credentials')).toBeNull();
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  },
);

test('lets a named origin read answers and refusals', async () => {
  const { token } = await registerPerson(server);
  const ask = (origin: string, bearer: string) =>
    fetch(`${server.baseUrl}/api/download/formats/oak`, {
      headers: { origin, authorization: `Bearer ${bearer}` },
    });

  const answers = await Promise.all([
    ask(studio, token),
    ask(studio, 'wrong'),
    ask('https://evil.example.org', token),
  ]);

  expect(answers.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).toEqual([
    [200, studio],
    [401, studio],
    [200, null],
  ]);
});

test('lets a web app of a named origin be an agent', async () => {
  const named = await openMcp(studio);
  const other = await openMcp('https://evil.example.org');

  expect([named.status, named.headers.get('access-control-allow-origin')]).toEqual([200, studio]);
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('keeps discovery open to every site', async () => {
  const { headers } = await fetch(`${server.baseUrl}/api-embeddings/browse`, { headers: { origin: studio } });

  expect(headers.get('access-control-allow-origin')).toBe('*');
});

test.each(['*', 'tools.studio.lan', 'https://tools.studio.lan/', 'https://a.lan/path', 'null'])(
  'takes %s for no origin',
  (text) => {
    expect(() => readConfig({ LODESTOCK_CORS_ORIGINS: text })).toThrow(
      /is not an origin\. Write only scheme/,
    );
  },
);
