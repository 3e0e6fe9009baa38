import { expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer();
const admin = await registerPerson(server);

const asAdmin = () => ({ token: admin.token });

test('grants credit that the account sees with its reason', async () => {
  const { user, token } = await registerPerson(server);

  const { body } = await server.call(
    'adminGrant',
    { accountId: user.id, amountUsd: 12.5, reason: 'Prize' },
    asAdmin(),
  );
  const { transactions } = (await server.call('transactions', {}, { token })).body;

  expect(body.account.balanceUsd).toBe(112.5);
  expect(transactions[0]).toMatchObject({
    kind: 'credit',
    amountUsd: 12.5,
    balanceUsd: 112.5,
    reason: 'Prize',
  });
});

test('takes credit, but never below zero by itself', async () => {
  const { user, token } = await registerPerson(server);
  const take = (amountUsd: number, allowNegative?: boolean) =>
    server.call(
      'adminTake',
      { accountId: user.id, amountUsd, reason: 'Refund', ...(allowNegative && { allowNegative }) },
      asAdmin(),
    );

  const taken = await take(99.99);
  const refused = await take(0.02);
  const allowed = await take(0.02, true);
  const { transactions } = (await server.call('transactions', {}, { token })).body;

  expect(taken.body.account.balanceUsd).toBe(0.01);
  expect([refused.status, refused.error.code]).toEqual([402, 'INSUFFICIENT_BALANCE']);
  expect(refused.error.message).toContain('has $0.01, so $0.02 cannot be taken');
  expect(allowed.body.account.balanceUsd).toBe(-0.01);
  expect(transactions.map(({ kind, amountUsd }) => [kind, amountUsd])).toEqual([
    ['debit', -0.02],
    ['debit', -99.99],
    ['credit', 100],
  ]);
});

test('ends tokens, keys and sessions of a disabled account', async () => {
  const person = await signInPlugin(server, ['balance:read']);
  const { apiKey } = (await server.call('createApiKey', { name: 'Key' }, { token: person.token })).body;
  await server.call('adminDisable', { accountId: person.user.id }, asAdmin());

  const means = [{ token: person.token }, { token: person.appToken }, { token: apiKey }, person.browser];
  const statuses = await Promise.all(
    means.map(async (means) => (await server.call('balance', {}, means)).status),
  );
  const login = await server.call('login', { email: person.email, password: person.password });

  expect(statuses).toEqual([401, 401, 401, 401]);
  expect([login.status, login.error.message]).toEqual([
    401,
    'E-mail address or password is wrong. Check both and try again.',
  ]);
});

test('lets an enabled account sign in anew', async () => {
  const { user, email, password, token } = await registerPerson(server);
  await server.call('adminDisable', { accountId: user.id }, asAdmin());

  const { body } = await server.call('adminEnable', { accountId: user.id }, asAdmin());
  const withOldToken = await server.call('balance', {}, { token });
  const login = await server.call('login', { email, password });

  expect(body.account.isDisabled).toBe(false);
  expect([withOldToken.status, login.status]).toEqual([401, 200]);
});

test('gives no token to an app of a disabled account', async () => {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const app = {
    appSlug: 'late',
    appName: 'Late',
    appVersion: '1',
    pluginFamily: 'unity',
    deviceName: 'here',
    requestedScopes: ['balance:read' as const],
  };
  const { sessionId, pollToken } = (await server.call('startSignIn', app)).body;
  await server.call('approveSignIn', { sessionId, scopes: ['balance:read'] }, browser);
  await server.call('adminDisable', { accountId: person.user.id }, asAdmin());

  const { status } = await server.call('pollSignIn', { sessionId, pollToken });

  expect(status).toBe(404);
});

test('resets a password and ends what was signed in', async () => {
  const { user, email, token } = await registerPerson(server);
  const newPassword = 'given by the admin';

  await server.call('adminSetPassword', { accountId: user.id, newPassword }, asAdmin());
  const withOldToken = await server.call('balance', {}, { token });
  const login = await server.call('login', { email, password: newPassword });

  expect([withOldToken.status, login.status]).toEqual([401, 200]);
});

test('keeps at least one admin', async () => {
  const accountId = admin.user.id;

  const disabled = await server.call('adminDisable', { accountId }, asAdmin());
  const demoted = await server.call('adminSetRole', { accountId, role: 'member' }, asAdmin());

  expect([disabled.status, demoted.status]).toEqual([403, 403]);
  expect(demoted.error.message).toContain('the only admin');
});

test('takes the rights of a demoted admin at once', async () => {
  const { user, token } = await registerPerson(server);
  await server.call('adminSetRole', { accountId: user.id, role: 'admin' }, asAdmin());
  const before = await server.call('adminStatus', {}, { token });
  await server.call('adminSetRole', { accountId: user.id, role: 'artist' }, asAdmin());

  const after = await server.call('adminStatus', {}, { token });

  expect([before.status, after.status]).toEqual([200, 403]);
});

test('makes an account once', async () => {
  const wish = { email: 'made@example.org', password: 'given by the admin', name: 'Made' };

  const made = await server.call('adminCreateAccount', wish, asAdmin());
  const again = await server.call('adminCreateAccount', wish, asAdmin());
  const login = await server.call('login', wish);

  expect([made.status, made.body.account.role, made.body.account.balanceUsd]).toEqual([201, 'member', 100]);
  expect([again.error.code, login.status]).toEqual(['EMAIL_TAKEN', 200]);
});
