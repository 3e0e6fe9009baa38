import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../helpers/test-server.ts';

const server = await startTestServer({
  environment: {
    LODESTOCK_BASE_URL: 'http://models.studio.lan:8787',
    LODESTOCK_HOST_NAMES: 'models, MODELS.studio.example',
  },
});

type Sent = { readonly path?: string; readonly method?: string; readonly headers?: Record<string, string> };

function ask(host: string, { path = '/', method = 'GET', headers = {} }: Sent = {}, body = '') {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const { hostname, port } = new URL(server.baseUrl);
  const sent = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
    let text = '';
    answer.on('data', (chunk) => {
      text += chunk;
    });
    answer.on('end', () => resolve({ status: answer.statusCode, text }));
  });
  sent.on('error', reject).end(body);
  return promise;
}

test.each(['/', '/api-embeddings/browse', '/api/session', '/mcp/', '/posters/x/small', '/data/x/y/z.glb'])(
  'answers nothing at %s under a foreign name',
  async (path) => {
    const { status, text } = await ask('evil.example:8787', { path });

    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('"evil.example"'),
    });
  },
);

test('gives no first account to a rebound page', async () => {
  const body = JSON.stringify({ email: 'eve@evil.example', password: 'correct horse battery', name: 'Eve' });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    origin: 'http://evil.example:8787',
    'sec-fetch-site': 'same-origin',
  };

  const { status } = await ask(
    'evil.example:8787',
    { path: '/api/session/register', method: 'POST', headers },
    body,
  );

  expect(status).toBe(403);
  expect(server.db.prepare('SELECT count(*) FROM account').pluck().get()).toBe(0);
});

test.each([
  'models.studio.lan:8787',
  'models',
  'models.studio.example',
  '127.0.0.1:9999',
  '[::1]',
  '192.168.1.7',
  'localhost:5173',
])('answers under its own name %s', async (host) => {
  expect((await ask(host, { path: '/api/session' })).status).toBe(200);
});

test('tells its health under any name', async () => {
  expect((await ask('balancer.example', { path: '/healthz' })).status).toBe(200);
});
