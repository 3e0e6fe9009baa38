import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await shareTestServer({ isClockStopped: true, environment: { LODESTOCK_LOG_LEVEL: 'debug' } });
await registerPerson(server);

const newcomer = (email: string) => ({ email, password: 'long enough password', name: 'New Person' });

test('registers, signs in and signs out', async () => {
  const registered = await server.call('register', newcomer('in-and-out@example.org'));
  const signedIn = await server.call('login', newcomer('in-and-out@example.org'));
  const token = signedIn.body.token;
  const before = await server.call('account', {}, { token });
  await server.call('logout', {}, { token });
  const after = await server.call('account', {}, { token });

  expect(registered.status).toBe(201);
  expect(registered.body.balanceUsd).toBe(100);
  expect(before.body.user.email).toBe('in-and-out@example.org');
  expect([after.status, after.error.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(after.headers.get('www-authenticate')).toBe('Bearer');
});

test('makes the first account the admin', async () => {
  const fresh = await startTestServer();

  const first = await fresh.call('register', newcomer('first@example.org'));
  const second = await fresh.call('register', newcomer('second@example.org'));

  expect([first.body.user.role, second.body.user.role]).toEqual(['admin', 'member']);
  await fresh.close();
});

test('wants the set-up code from another machine', async () => {
  const fresh = await startTestServer({ environment: { LODESTOCK_TRUST_PROXY: 'true' } });
  const headers = { 'x-forwarded-for': '203.0.113.9' };

  const without = await fresh.call('register', newcomer('far@example.org'), { headers });
  const setupCode = (await fresh.app.setupCode()) ?? '';
  const withCode = await fresh.call('register', { ...newcomer('far@example.org'), setupCode }, { headers });

  expect([without.status, without.error.details]).toEqual([403, { setupCodeRequired: true }]);
  expect(withCode.body.user.role).toBe('admin');
  await fresh.close();
});

test('refuses a second account for an address', async () => {
  await server.call('register', newcomer('twice@example.org'));

  const again = await server.call('register', newcomer('Twice@Example.org'));

  expect([again.status, again.error.code]).toEqual([409, 'EMAIL_TAKEN']);
});

test('answers unknown and wrong alike', async () => {
  await server.call('register', newcomer('known@example.org'));

  const wrong = await server.call('login', { email: 'known@example.org', password: 'not the password' });
  const unknown = await server.call('login', { email: 'nobody@example.org', password: 'not the password' });

  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(wrong.error.message).toBe(unknown.error.message);
});

test('slows an account down after ten mistakes', async () => {
  const { token } = (await server.call('register', newcomer('guessed@example.org'))).body;
  const guess = () => server.call('login', { email: 'guessed@example.org', password: 'not the password' });
  for (let count = 0; count < limits.wrongPasswords.fromOnePlace.max; count += 1) await guess();

  const refused = await server.call('login', newcomer('guessed@example.org'));
  const withToken = await server.call('balance', {}, { token });
  server.advance(limits.wrongPasswords.fromOnePlace.window);
  const later = await server.call('login', newcomer('guessed@example.org'));

  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  expect(withToken.status).toBe(200);
  expect(later.status).toBe(200);
});

test('says which fields to correct', async () => {
  const { status, error } = await server.call('register', {
    email: 'no address',
    password: 'short',
    name: ' ',
  });

  expect(status).toBe(400);
  expect(Object.keys(error.details?.fields ?? {})).toEqual(['email', 'password', 'name']);
});

test('takes no new accounts when registration is closed', async () => {
  const closed = await startTestServer({ environment: { LODESTOCK_REGISTRATION: 'closed' } });
  await registerPerson(closed);

  const { status } = await closed.call('register', newcomer('late@example.org'));

  expect(status).toBe(403);
  await closed.close();
});

test('never takes a token from the address', async () => {
  const { token } = await registerPerson(server);

  const response = await fetch(
    `${server.baseUrl}/api/account?access_token=${token}&token=${token}&api_key=${token}`,
  );

  expect(response.status).toBe(401);
});

test('keeps only hashes of tokens and passwords', async () => {
  const { token, password } = await registerPerson(server);

  const dump = JSON.stringify(
    await Promise.all(['account', 'token'].map((table) => server.rows(`SELECT * FROM ${table}`))),
  );

  expect(dump).not.toContain(token);
  expect(dump).not.toContain(password);
  expect(dump).toContain('$argon2id$');
});

test('logs no token, password or cookie', async () => {
  const { token, password } = await registerPerson(server);
  await server.call('account', {}, { token });

  await expect.poll(() => server.logged.join('')).toContain('"route":"/api/account"');
  const log = server.logged.join('');
  expect(log).not.toContain(token);
  expect(log).not.toContain(password);
});

test('forgets a token when its time is over', async () => {
  const fresh = await startTestServer();
  const { token } = await registerPerson(fresh);
  fresh.advance(limits.token.user + 1000);

  const { status } = await fresh.call('balance', {}, { token });

  expect(status).toBe(401);
  await fresh.close();
});
