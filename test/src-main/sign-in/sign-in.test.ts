import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createHttp } from '../../../src-main/http.ts';
import { createKeychain, type Keytar } from '../../../src-main/secrets/keychain.ts';
import { createServerClient } from '../../../src-main/server-client.ts';
import { createSessionKeeper, KnownSessions } from '../../../src-main/sign-in/session.ts';
import { createSignIn } from '../../../src-main/sign-in/sign-in.ts';
import { createJsonFile } from '../../../src-main/storage/json-file.ts';
import { answerJson, type Loopback, listen, readJson } from '../listen.ts';
import { createMemoryKeytar } from '../memory-keytar.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

type Answer = { readonly status: number; readonly body: object } | 'cut';

const pending: Answer = { status: 200, body: { ok: true, status: 'pending' } };
const approved: Answer = {
  status: 200,
  body: {
    ...{ ok: true, status: 'approved', appToken: 'lsp_abc', scopes: ['account:read'], user: { name: 'Ada' } },
    expiresAt: '2027-01-01T00:00:00Z',
  },
};
const failure = (status: number, code: string): Answer => ({
  status,
  body: { ok: false, code, message: `${code}.`, requestId: 'r' },
});

/** A server that speaks the sign-in protocol: one answer per poll, the last one for ever. */
async function startServer(polls: readonly Answer[], options: { readonly lifetime?: number } = {}) {
  const left = [...polls];
  const started: Record<string, unknown>[] = [];
  const server: Loopback = await listen(async (request, response) => {
    if (request.url === '/api/apps/auth/start') {
      started.push(await readJson(request));
      return answerJson(response, 201, {
        ...{ ok: true, sessionId: 's1', pollToken: 'poll-secret', userCode: 'ABCD-2345', interval: 0.01 },
        approveUrl: `${server.origin}/approve/s1`,
        approveUrlComplete: `${server.origin}/approve/s1?code=ABCD-2345`,
        expiresAt: new Date(Date.now() + (options.lifetime ?? 60_000)).toISOString(),
      });
    }
    if (request.url === '/api/auth/logout') return answerJson(response, 200, { ok: true });
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? pending;
    if (answer === 'cut') return response.destroy();
    return answerJson(response, answer.status, answer.body);
  });
  return { server, started };
}

type AppOptions = { readonly keytar?: Keytar; readonly folder?: string; readonly slowDown?: number };

/** The sign-in feature as the app has it, on a real server. */
async function createApp(server: Loopback, options: AppOptions = {}) {
  const folder = options.folder ?? (await createScratch());
  const { log, lines } = createMemoryLog();
  const memory = createMemoryKeytar();
  const keychain = createKeychain({
    load: async () => options.keytar ?? memory.keytar,
    log,
    platform: 'linux',
  });
  const session = createSessionKeeper({
    keychain,
    file: createJsonFile({ file: path.join(folder, 'session.json'), schema: KnownSessions, log }),
    onChange: () => undefined,
  });
  const baseUrl = () => server.origin;
  const client = createServerClient({
    ...{ http: createHttp('test'), baseUrl, token: session.token, onTokenRefused: session.refuse },
  });
  const opened: string[] = [];
  const signIn = createSignIn({
    ...{
      client,
      baseUrl,
      session,
      keychain,
      log,
      appVersion: '1.2.3',
      deviceName: 'ada-laptop',
    },
    slowDown: options.slowDown ?? 5,
    openExternal: async (url) => void opened.push(url),
  });
  await session.takeUp(server.origin);
  return { session, signIn, opened, folder, lines, client, ...memory };
}

const settle = (session: { read: () => { status: string } }, status: string) =>
  vi.waitFor(() => expect(session.read().status).toBe(status), { timeout: 5000, interval: 5 });

test('signs in once the person approves', async () => {
  const { server } = await startServer([pending, pending, approved]);
  const { session, signIn, opened, entries } = await createApp(server);

  await signIn.start();

  expect(session.read()).toMatchObject({ status: 'waiting', userCode: 'ABCD-2345' });
  expect(opened).toEqual([`${server.origin}/approve/s1?code=ABCD-2345`]);
  await settle(session, 'signed-in');
  expect(session.read()).toMatchObject({
    userName: 'Ada',
    scopes: ['account:read'],
    userCode: null,
    message: null,
  });
  expect([...entries.values()]).toEqual(['lsp_abc']);
});

test('asks for all scopes in its own name', async () => {
  const { server, started } = await startServer([approved]);
  const { session, signIn } = await createApp(server);

  await signIn.start();
  await settle(session, 'signed-in');

  expect(started).toEqual([
    {
      appSlug: 'lodestock-desktop',
      appName: 'Lodestock',
      appVersion: '1.2.3',
      pluginFamily: 'desktop',
      deviceName: 'ada-laptop',
      requestedScopes: [
        'account:read',
        'balance:read',
        'entitlements:read',
        'download:direct',
        'scene:import',
      ],
    },
  ]);
});

test.each([
  ['denied in the browser', { status: 200, body: { ok: true, status: 'denied' } }],
  ['not approved in time', { status: 200, body: { ok: true, status: 'expired' } }],
  ['not approved in time', failure(410, 'SESSION_EXPIRED')],
  ['NOT_FOUND.', failure(404, 'NOT_FOUND')],
] as const)('ends with the sentence “%s”', async (sentence, answer) => {
  const { server } = await startServer([pending, answer]);
  const { session, signIn, entries } = await createApp(server);

  await signIn.start();
  await settle(session, 'signed-out');

  expect(session.read().message).toContain(sentence);
  expect(entries.size).toBe(0);
});

test('gives up by itself when time is over', async () => {
  const { server } = await startServer([pending], { lifetime: 80 });
  const { session, signIn } = await createApp(server);

  await signIn.start();
  await settle(session, 'signed-out');

  expect(session.read().message).toContain('not approved in time');
});

test('polls slower when the server asks for it', async () => {
  const { server } = await startServer([failure(429, 'RATE_LIMITED'), approved], { lifetime: 300 });
  const { session, signIn } = await createApp(server, { slowDown: 60_000 });

  await signIn.start();
  await settle(session, 'signed-out');

  expect(server.requests.filter(({ url }) => url.includes('/poll/')).length).toBe(1);
  expect(session.read().message).toContain('not approved in time');
});

test('asks again after it was slowed down', async () => {
  const { server } = await startServer([failure(429, 'RATE_LIMITED'), approved]);
  const { session, signIn } = await createApp(server);

  await signIn.start();

  await settle(session, 'signed-in');
});

test('survives a network that fails for a moment', async () => {
  const { server } = await startServer(['cut', 'cut', 'cut', 'cut', failure(503, 'UNAVAILABLE'), approved]);
  const { session, signIn } = await createApp(server);

  await signIn.start();

  await settle(session, 'signed-in');
});

test('a cancelled sign-in stays cancelled', async () => {
  const { server } = await startServer([pending]);
  const { session, signIn } = await createApp(server);
  await signIn.start();

  signIn.cancel();

  expect(session.read()).toMatchObject({ status: 'signed-out', message: null, userCode: null });
});

test('stays signed in without any network', async () => {
  const { server } = await startServer([approved]);
  const first = await createApp(server);
  await first.signIn.start();
  await settle(first.session, 'signed-in');
  await server.close();

  const second = await createApp(server, { keytar: first.keytar, folder: first.folder });

  expect(second.session.read()).toMatchObject({
    status: 'signed-in',
    userName: 'Ada',
    scopes: ['account:read'],
  });
});

test('writes the token to no file', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, folder, lines } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');

  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );

  expect(texts.length).toBe(1);
  expect([...texts, ...lines].join()).not.toMatch(/lsp_abc|poll-secret/);
});

test('gives the token to its own server only', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');

  expect(session.token(`${server.origin}/`)).toBe('lsp_abc');
  expect(session.token('http://127.0.0.1:1')).toBeNull();
});

test('without a keychain the sign-in lasts for this run', async () => {
  const { server } = await startServer([approved]);
  const refuse = async () => {
    throw new Error('no service');
  };
  const keytar = { getPassword: refuse, setPassword: refuse, deletePassword: refuse };
  const { session, signIn, folder } = await createApp(server, { keytar });

  await signIn.start();
  await settle(session, 'signed-in');

  expect(session.read().keychain).toEqual({
    isAvailable: false,
    message: expect.stringContaining('forgotten'),
  });
  const later = await createApp(server, { keytar, folder });
  expect(later.session.read().status).toBe('signed-out');
});

test('signs out when the server refuses the token', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, entries, client } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');
  await server.close();
  await listen(
    (_request, response) =>
      answerJson(response, 401, { ok: false, code: 'UNAUTHENTICATED', message: 'No.', requestId: 'r' }),
    Number(new URL(server.origin).port),
  );

  await expect(client.call('account', {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  await vi.waitFor(() => expect(entries.size).toBe(0));
  expect(session.read()).toMatchObject({
    status: 'signed-out',
    message: expect.stringContaining('no longer accepts'),
  });
});

test('signs out here and at the server', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, entries } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');

  await signIn.signOut();

  const logout = server.requests.find(({ url }) => url === '/api/auth/logout');
  expect(logout?.headers.authorization).toBe('Bearer lsp_abc');
  expect(entries.size).toBe(0);
  expect(session.read()).toMatchObject({ status: 'signed-out', message: null, userName: null });
});

test('signs out here when the server is away', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, entries } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');
  await server.close();

  await signIn.signOut();

  expect(entries.size).toBe(0);
  expect(session.read()).toMatchObject({
    status: 'signed-out',
    message: expect.stringContaining('could not be told'),
  });
});

test('refuses an approval page that is no web page', async () => {
  const server = await listen((_request, response) =>
    answerJson(response, 201, {
      ...{ ok: true, sessionId: 's', pollToken: 'p', userCode: 'A', interval: 1, expiresAt: '' },
      approveUrlComplete: 'file:///bin/sh',
    }),
  );
  const { session, signIn, opened } = await createApp(server);

  await expect(signIn.start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(opened).toEqual([]);
  expect(session.read().status).toBe('signed-out');
});

test('says where to look when no server answers', async () => {
  const { server } = await startServer([pending]);
  await server.close();
  const { signIn } = await createApp(server);

  await expect(signIn.start()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(server.origin),
  });
});
