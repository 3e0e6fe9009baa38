import { expect, onTestFinished, test, vi } from 'vitest';
import { answerJson, listen } from '../listen.ts';
import { approved, createApp, failure, pending, settle, startServer } from './sign-in-app.ts';

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
        'models:publish',
        'lists:write',
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

/** Stops the clock, so that a slow computer uses up nothing of a sign-in's time. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('gives up by itself when time is over', async () => {
  stopClock();
  const { server } = await startServer([pending], { lifetime: 60_000 });
  const { session, signIn } = await createApp(server);

  await signIn.start();
  await expect.poll(() => server.requests.length).toBeGreaterThan(1);
  vi.setSystemTime(Date.now() + 60_000);
  await settle(session, 'signed-out');

  expect(session.read().message).toContain('not approved in time');
});

test('polls slower when the server asks for it', async () => {
  stopClock();
  const { server } = await startServer([failure(429, 'RATE_LIMITED'), approved], { lifetime: 500 });
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
