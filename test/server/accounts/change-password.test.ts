import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const server = await shareTestServer({ isClockStopped: true });

const newPassword = 'another long password';

test('signs in with the new password alone', async () => {
  const { email, password, token } = await registerPerson(server);
  await server.call('changePassword', { oldPassword: password, newPassword }, { token });

  const withOld = await server.call('login', { email, password });
  const withNew = await server.call('login', { email, password: newPassword });

  expect([withOld.status, withNew.status]).toEqual([401, 200]);
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

test("changes no other account's password", async () => {
  const [one, other] = [await registerPerson(server), await registerPerson(server)];
  await server.call('changePassword', { oldPassword: one.password, newPassword }, { token: one.token });

  const { status } = await server.call('login', { email: other.email, password: other.password });

  expect(status).toBe(200);
});
