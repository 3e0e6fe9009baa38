import { expect, test } from 'vitest';
import { sessionCookieOf } from '../../../server/accounts/access/presented-tokens.ts';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ isClockStopped: true });

test('gives a new session at every sign-in', async () => {
  const { email, password } = await registerPerson(server);
  const first = await signInBrowser(server, { email, password });
  const planted = { cookie: first.headers.cookie };

  const answer = await server.call('signIn', { email, password }, { headers: planted });
  const second = (answer.headers.get('set-cookie') ?? '').split(';')[0];
  const old = await server.call('balance', {}, first);

  expect(second).not.toBe(first.headers.cookie);
  expect(old.status).toBe(401);
});

test('takes no session id that was planted', async () => {
  const { email, password } = await registerPerson(server);
  const headers = { cookie: `${sessionCookieOf(server.baseUrl).name}=lss_planted-by-somebody-else` };

  const answer = await server.call('signIn', { email, password }, { headers });

  expect(answer.headers.get('set-cookie')).not.toContain('planted');
});

test('ends a session at its sign-out', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));

  const signedOut = await server.call('signOut', {}, browser);
  const after = await server.call('balance', {}, browser);

  expect([signedOut.status, after.status]).toEqual([200, 401]);
  expect(signedOut.headers.get('set-cookie')).toMatch(/^lodestock-[0-9a-f]{8}=; .*Max-Age=0/);
});

test('marks the cookie for the server alone', async () => {
  const { email, password } = await registerPerson(server);
  const [plain] = (await server.call('signIn', { email, password })).headers.getSetCookie();

  expect(plain).toMatch(/^lodestock-[0-9a-f]{8}=lss_[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('keeps the cookie below the path of the server', async () => {
  const below = await startTestServer({
    environment: { LODESTOCK_BASE_URL: 'https://tools.example.org/studio/' },
  });
  const { email, password } = await registerPerson(below);

  const [cookie] = (await below.call('signIn', { email, password })).headers.getSetCookie();
  const account = await below.call(
    'account',
    {},
    { headers: { cookie: (cookie ?? '').split(';')[0] ?? '' } },
  );

  expect(cookie).toMatch(
    /^__Secure-lodestock-[0-9a-f]{8}=lss_[\w-]+; Max-Age=\d+; Path=\/studio; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(account.status).toBe(200);
});

test('pages through transactions and entitlements', async () => {
  const { token } = await registerPerson(server);

  const first = await server.call('transactions', { limit: 1 }, { token });
  const past = await server.call('transactions', { offset: 5 }, { token });
  const unlocked = await server.call('entitlements', {}, { token });

  expect(first.body).toMatchObject({ total: 1, hasMore: false, limit: 1, offset: 0 });
  expect(first.body.transactions).toMatchObject([
    { kind: 'credit', amountUsd: 100, reason: 'Welcome credit' },
  ]);
  expect(past.body.transactions).toEqual([]);
  expect(unlocked.body).toMatchObject({ entitlements: [], total: 0, hasMore: false });
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('lists browsers and programs with device and last use', async () => {
  const { email, password, token } = await registerPerson(server);
  await server.call('signIn', { email, password }, { headers: { 'user-agent': firefox } });
  await server.call('login', { email, password, name: 'Render farm' });

  const { sessions } = (await server.call('accountSessions', {}, { token })).body;

  expect(sessions[0]).toMatchObject({ kind: 'program', isCurrent: true, address: '127.0.0.1' });
  expect(sessions.slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'browser', name: 'Firefox on Windows', isCurrent: false }),
      expect.objectContaining({ kind: 'program', name: 'Render farm', lastUsedAt: expect.any(String) }),
    ]),
  );
});

test('notes a later use, but not every one', async () => {
  const person = await registerPerson(server);
  const { token } = person;
  const lastUse = async () =>
    (await server.call('accountSessions', {}, { token })).body.sessions[0]?.lastUsedAt;
  const first = await lastUse();

  server.advance(limits.tokenUse / 2);
  const soon = await lastUse();
  server.advance(limits.tokenUse);
  const later = await lastUse();

  expect(soon).toBe(first);
  expect(Date.parse(later ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
});

test('ends one session on its next call', async () => {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const { token } = person;
  const { sessions } = (await server.call('accountSessions', {}, { token })).body;
  const sessionId = sessions.find(({ kind }) => kind === 'browser')?.id ?? '';

  const ended = await server.call('endSession', { sessionId }, { token });
  const again = await server.call('endSession', { sessionId }, { token });
  const after = await server.call('balance', {}, browser);

  expect([ended.status, again.status, after.status]).toEqual([204, 404, 401]);
});

test('signs out everywhere else but for keys and apps', async () => {
  const { email, password, token, browser, appToken } = await signInPlugin(server, ['balance:read']);
  const { apiKey } = (await server.call('createApiKey', { name: 'Key' }, { token })).body;
  const other = (await server.call('login', { email, password })).body.token;

  const { body } = await server.call('endOtherSessions', {}, browser);
  const statuses = await Promise.all(
    [{ token }, { token: other }, { token: apiKey }, { token: appToken }, browser].map(
      async (caller) => (await server.call('balance', {}, caller)).status,
    ),
  );

  expect(body.ended).toBe(2);
  expect(statuses).toEqual([401, 401, 200, 200, 200]);
});

const newPassword = 'another long password';

test('signs in with the new password alone, and others with theirs', async () => {
  const other = await registerPerson(server);
  const { email, password, token } = await registerPerson(server);
  await server.call('changePassword', { oldPassword: password, newPassword }, { token });

  const withOld = await server.call('login', { email, password });
  const withNew = await server.call('login', { email, password: newPassword });
  const others = await server.call('login', other);

  expect([withOld.status, withNew.status, others.status]).toEqual([401, 200, 200]);
});

test('ends every other token and session', async () => {
  const { email, password, token, appToken, browser } = await signInPlugin(server, ['balance:read']);
  const other = (await server.call('login', { email, password })).body.token;
  const { apiKey } = (await server.call('createApiKey', { name: 'Key' }, { token })).body;

  const { body } = await server.call('changePassword', { oldPassword: password, newPassword }, { token });
  const statuses = [
    await server.call('balance', {}, { token: other }),
    await server.call('balance', {}, { token: appToken }),
    await server.call('balance', {}, { token: apiKey }),
    await server.call('balance', {}, browser),
    await server.call('balance', {}, { token }),
  ].map(({ status }) => status);

  expect(body.revoked).toBe(4);
  expect(statuses).toEqual([401, 401, 401, 401, 200]);
});

test('changes it in a browser and keeps its session', async () => {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);

  const changed = await server.call('changePassword', { oldPassword: person.password, newPassword }, browser);
  const after = await server.call('balance', {}, browser);

  expect([changed.status, after.status]).toEqual([200, 200]);
});

test('slows down who guesses the old password', async () => {
  const { token, email, password } = await registerPerson(server);
  const guess = () =>
    server.call('changePassword', { oldPassword: 'not the password', newPassword }, { token });
  const first = await guess();
  for (let count = 1; count < limits.wrongPasswords.fromOnePlace.max; count += 1) await guess();

  const throttled = await server.call('changePassword', { oldPassword: password, newPassword }, { token });
  const login = await server.call('login', { email, password });

  expect([first.status, Object.keys(first.error.details?.fields ?? {})]).toEqual([400, ['oldPassword']]);
  expect([throttled.status, throttled.headers.has('retry-after'), login.status]).toEqual([429, true, 200]);
});

test('lets many wrong guesses at once win nothing', async () => {
  const { email } = await registerPerson(server);

  const answers = await Promise.all(
    Array.from({ length: 14 }, () => server.call('login', { email, password: 'not the password' })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
});

test('refuses a short new password', async () => {
  const { token, password } = await registerPerson(server);

  const { status, error } = await server.call(
    'changePassword',
    { oldPassword: password, newPassword: 'short' },
    { token },
  );

  expect([status, Object.keys(error.details?.fields ?? {})]).toEqual([400, ['newPassword']]);
});
