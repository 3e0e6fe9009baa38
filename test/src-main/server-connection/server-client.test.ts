import { expect, test, vi } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { answerJson, listen, readJson } from '../listen.ts';

type ClientOptions = Partial<Parameters<typeof createServerClient>[0]>;

async function createClient(handler: Parameters<typeof listen>[0], options: ClientOptions = {}) {
  const server = await listen(handler);
  const client = createServerClient({
    ...{ http: createHttp('0.1.0'), baseUrl: () => server.origin, token: () => 'lsp_1' },
    ...options,
  });
  return { server, client };
}

const ok = (_request: unknown, response: Parameters<typeof answerJson>[0]) =>
  answerJson(response, 200, { ok: true, results: [] });

test('sends query fields as text and repeats lists', async () => {
  const { server, client } = await createClient(ok);

  await client.call('search', {
    q: 'a&b',
    limit: 5,
    animated: true,
    format: ['glb', 'fbx'],
    category: undefined,
  });

  expect(server.requests[0]?.url).toBe(
    '/api-embeddings/?q=a%26b&limit=5&format=glb&format=fbx&animated=true',
  );
});

test('fills the path and escapes it', async () => {
  const { server, client } = await createClient(ok);

  await client.forward('model', { guid: 'a_b-1' });

  expect(server.requests[0]?.url).toBe('/api/models/a_b-1');
});

test.each([{ guid: '../account' }, { guid: 'a/b' }, {}, { guid: 7 }, null, 'x', [1]])(
  'refuses the path input %j before asking',
  async (input) => {
    const { server, client } = await createClient(ok);

    await expect(client.forward('model', input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });

    expect(server.requests).toEqual([]);
  },
);

test.each([{ limit: 'many' }, { animated: 'maybe' }, { sort: 'random' }, { format: { nested: true } }])(
  'refuses the query input %j before asking',
  async (input) => {
    const { server, client } = await createClient(ok);

    await expect(client.forward('search', input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });

    expect(server.requests).toEqual([]);
  },
);

test('sends only body fields of the route', async () => {
  let body: unknown;
  const { client, server } = await createClient(async (request, response) => {
    body = await readJson(request);
    answerJson(response, 200, { ok: true });
  });

  await client.forward('pluginDirect', { guid: 'g', format: 'glb', variant: null, extra: 'x' });

  expect(body).toEqual({ guid: 'g', format: 'glb', variant: null });
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer lsp_1',
    'user-agent': 'Lodestock/0.1.0',
  });
});

test('finds models as who is signed in, or as a guest', async () => {
  const known = await createClient(ok);
  const guest = await createClient(ok, { token: () => null });

  await known.client.call('browse', {});
  await guest.client.call('browse', {});

  expect(known.server.requests[0]?.headers.authorization).toBe('Bearer lsp_1');
  expect(guest.server.requests[0]?.headers.authorization).toBeUndefined();
});

test('sends no token with a sign-in', async () => {
  const { server, client } = await createClient(ok);

  await client.call('pollSignIn', { sessionId: 'session', pollToken: 'x'.repeat(43) });

  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test('asks nothing for a guest where a token is needed', async () => {
  const { server, client } = await createClient(ok, { token: () => null });

  await expect(client.call('account', {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  expect(server.requests).toEqual([]);
});

test("throws the server's own failure", async () => {
  const { client } = await createClient((_request, response) =>
    answerJson(response, 404, {
      ok: false,
      code: 'MODEL_NOT_FOUND',
      message: 'No such model.',
      requestId: 'r-9',
    }),
  );

  await expect(client.call('model', { guid: 'a' })).rejects.toMatchObject({
    code: 'MODEL_NOT_FOUND',
    message: 'No such model.',
    requestId: 'r-9',
  });
});

test('reports a token that the server refuses', async () => {
  const onTokenRefused = vi.fn();
  const { client, server } = await createClient(
    (_request, response) =>
      answerJson(response, 401, { ok: false, code: 'UNAUTHENTICATED', message: 'No.', requestId: 'r' }),
    { onTokenRefused },
  );

  await expect(client.call('balance', {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  expect(onTokenRefused).toHaveBeenCalledWith(server.origin, 'lsp_1');
});

test.each([
  [200, '<html>a login page of the hotel</html>'],
  [200, '{"results":[]}'],
  [200, '{"ok":true'],
  [500, 'Internal Server Error'],
  [418, '{"ok":false,"code":"TEAPOT","message":"short and stout"}'],
])('does not believe the answer %i %s', async (status, text) => {
  const { client, server } = await createClient((_request, response) => response.writeHead(status).end(text));

  await expect(client.call('browse', {})).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(server.origin),
  });
});

test('names the server that is not responding', async () => {
  const { client, server } = await createClient(ok);
  await server.close();

  await expect(client.call('pluginDirect', { guid: 'a' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(
      new RegExp(`${server.origin} is not responding: nothing is listening.*Settings`),
    ),
  });
});

test('repeats a safe request that was cut', async () => {
  let asked = 0;
  const { client } = await createClient((request, response) => {
    asked += 1;
    if (asked === 1) response.destroy();
    else ok(request, response);
  });

  await expect(client.call('browse', {})).resolves.toMatchObject({ ok: true });
});

test('never repeats a request that may cost', async () => {
  const { client, server } = await createClient((_request, response) => response.destroy());

  await expect(client.call('pluginDirect', { guid: 'a' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(server.requests.length).toBe(1);
});

test('sends no token along to another origin', async () => {
  const other = await listen(ok);
  const { client } = await createClient((_request, response) =>
    response.writeHead(302, { location: `${other.origin}/elsewhere` }).end(),
  );

  await client.call('account', {});

  expect(other.requests.length).toBe(1);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
});

const busyBody = {
  ok: false,
  code: 'UNAVAILABLE',
  message: 'The server is busy. Try again in 2 seconds.',
  details: { retryAfterSeconds: 2 },
  requestId: 'req-1',
};

test('waits for a busy server as long as it asks', async () => {
  const waits: number[] = [];
  const answers = [busyBody, busyBody, { ok: true }];
  const { client, server } = await createClient(
    (_request, response) => {
      const body = answers.shift();
      answerJson(response, body?.ok === true ? 200 : 503, body);
    },
    { wait: async (milliseconds) => void waits.push(milliseconds) },
  );

  const answer = await client.forward('agentDirect', { guid: 'g' });

  expect(answer).toEqual({ ok: true });
  expect(server.requests).toHaveLength(3);
  expect(waits.map((wait) => wait >= 2000 && wait <= 4000)).toEqual([true, true]);
});

test.each([
  ['stays busy', busyBody, 4],
  ['builds its search index', { ...busyBody, details: { percent: 4, retryAfterSeconds: 1 } }, 1],
  ['does not say how long', { ...busyBody, details: {} }, 1],
])('passes on that a server %s', async (_what, body, requests) => {
  const { client, server } = await createClient((_request, response) => answerJson(response, 503, body), {
    wait: async () => undefined,
  });

  await expect(client.forward('browse', {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(server.requests).toHaveLength(requests);
});
