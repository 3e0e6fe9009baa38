import { expect, test } from 'vitest';
import { sessionCookieOf } from '../../../server/accounts/access/presented-tokens.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await shareTestServer();

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
  const secure = await startTestServer({ environment: { LODESTOCK_BASE_URL: 'https://models.example.org' } });
  const other = await registerPerson(secure);

  const [plain] = (await server.call('signIn', { email, password })).headers.getSetCookie();
  const [overTls] = (await secure.call('signIn', other)).headers.getSetCookie();

  expect(plain).toMatch(/^lodestock-[0-9a-f]{8}=lss_[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(overTls).toMatch(
    /^__Host-lodestock=lss_[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  await secure.close();
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
    /^__Secure-lodestock-[0-9a-f]{8}=lss_[\w-]+; Max-Age=\d+; Path=\/studio; HttpOnly; Secure/,
  );
  expect(account.status).toBe(200);
  await below.close();
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
