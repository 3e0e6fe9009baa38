import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ isClockStopped: true });
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

test('says which fields to correct', async () => {
  const { status, error } = await server.call('register', {
    email: 'no address',
    password: 'short',
    name: ' ',
  });

  expect(status).toBe(400);
  expect(Object.keys(error.details?.fields ?? {})).toEqual(['email', 'password', 'name']);
});

test('takes new accounts from admins alone when registration is closed, and says so', async () => {
  const closed = await startTestServer({ environment: { LODESTOCK_REGISTRATION: 'closed' } });
  const first = await closed.call('session', {});
  const { token } = await registerPerson(closed);

  const later = await closed.call('session', {});
  const { status } = await closed.call('register', newcomer('late@example.org'));
  const made = await closed.call('adminCreateAccount', newcomer('late@example.org'), { token });

  expect([first.body.registration, later.body.registration]).toEqual(['open', 'closed']);
  expect([status, made.status]).toEqual([403, 201]);
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

test('forgets a token when its time is over', async () => {
  const { token } = await registerPerson(server);

  server.advance(limits.token.user + 1000);
  const { status } = await server.call('balance', {}, { token });

  expect(status).toBe(401);
});
