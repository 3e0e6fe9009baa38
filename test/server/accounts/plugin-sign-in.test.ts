import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ isClockStopped: true });

const app = {
  appSlug: 'test-plugin',
  appName: '<b>Test</b> plugin',
  appVersion: '1.2.3',
  pluginFamily: '3dsmax',
  deviceName: 'workstation',
};
const start = async (
  requestedScopes = ['account:read', 'download:direct'] as ('account:read' | 'download:direct')[],
) => (await server.call('startSignIn', { ...app, requestedScopes })).body;
const poll = ({ sessionId, pollToken }: { sessionId: string; pollToken: string }) =>
  server.call('pollSignIn', { sessionId, pollToken });
const wait = () => server.advance(limits.signInSession.interval);

test('delivers the token once after approval', async () => {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const session = await start();
  const pending = await poll(session);
  await server.call(
    'approveSignIn',
    { sessionId: session.sessionId, scopes: ['account:read', 'download:direct'] },
    browser,
  );
  wait();
  const approved = await poll(session);
  wait();
  const again = await poll(session);

  expect(pending.body.status).toBe('pending');
  expect(approved.body).toMatchObject({ status: 'approved', user: { name: person.user.name } });
  expect([again.status, again.error.code]).toEqual([410, 'SESSION_EXPIRED']);
});

test.each([
  ['publisher', true],
  ['member', false],
] as const)('lets a %s grant publishing: %s', async (role, isGranted) => {
  const admin = await registerPerson(server);
  const person = await registerPerson(server);
  await server.change("UPDATE account SET role = 'admin' WHERE id = @id", admin.user);
  await server.call('adminSetRole', { accountId: person.user.id, role }, { token: admin.token });
  const browser = await signInBrowser(server, person);
  const asked = ['account:read', 'models:publish'] as const;
  const session = (await server.call('startSignIn', { ...app, requestedScopes: [...asked] })).body;

  const { sessionId } = session;
  const shown = (await server.call('signInRequest', { sessionId }, browser)).body.scopes;
  await server.call('approveSignIn', { sessionId, scopes: [...asked] }, browser);
  const { scopes } = (await poll(session)).body;

  const expected = isGranted ? [...asked] : ['account:read'];
  expect([shown.map(({ scope }) => scope), scopes]).toEqual([expected, expected]);
});

test('grants only the scopes that stay ticked', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const session = await start();
  await server.call(
    'approveSignIn',
    { sessionId: session.sessionId, scopes: ['account:read', 'scene:import'] },
    browser,
  );

  const { appToken = '', scopes } = (await poll(session)).body;
  const account = await server.call('account', {}, { token: appToken });
  const balance = await server.call('balance', {}, { token: appToken });

  expect(scopes).toEqual(['account:read']);
  expect(account.status).toBe(200);
  expect([balance.status, balance.error.details]).toEqual([403, { required: ['balance:read'] }]);
});

test('tells a denied sign-in', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const session = await start();
  await server.call('denySignIn', { sessionId: session.sessionId }, browser);

  const { body } = await poll(session);

  expect(body).toEqual({ ok: true, status: 'denied' });
});

test('tells an expired sign-in, which cannot be approved', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const session = await start();
  server.advance(limits.signInSession.lifetime);

  const approval = await server.call('approveSignIn', { sessionId: session.sessionId, scopes: [] }, browser);
  const { body } = await poll(session);

  expect(approval.status).toBe(410);
  expect(body.status).toBe('expired');
});

test('slows down who polls too fast', async () => {
  const session = await start();
  await poll(session);
  const tooFast = await poll(session);
  wait();
  const stillTooFast = await poll(session);
  server.advance(60_000);
  const patient = await poll(session);

  expect([tooFast.status, tooFast.headers.get('retry-after')]).toEqual([429, '7']);
  expect(stillTooFast.status).toBe(429);
  expect(patient.body.status).toBe('pending');
});

test("refuses another session's poll token", async () => {
  const [one, other] = [await start(), await start()];

  const { status, error } = await poll({ sessionId: one.sessionId, pollToken: other.pollToken });

  expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
});

test('approves nothing that another site asks for', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const session = await start();
  const headers = { ...browser.headers, 'sec-fetch-site': 'cross-site' };

  const { status } = await server.call(
    'approveSignIn',
    { sessionId: session.sessionId, scopes: [] },
    { headers },
  );

  expect(status).toBe(403);
});

test("shows the page what the app said, and the app's code", async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const session = await start();

  const { body } = await server.call('signInRequest', { sessionId: session.sessionId }, browser);

  expect(body).toMatchObject({ ...app, userCode: session.userCode, address: '127.0.0.1', status: 'pending' });
  expect(body.scopes[1]).toEqual({
    scope: 'download:direct',
    sentence: 'Download files, and unlock models with your balance',
  });
});

test('says which scope a token lacks', async () => {
  const { appToken } = await signInPlugin(server, ['account:read']);

  const refused = await server.call('pluginDirect', { guid: 'any' }, { token: appToken });

  expect([refused.status, refused.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
});

test('takes no session token as Bearer', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const token = browser.headers.cookie.split('=')[1] ?? '';

  const { status } = await server.call('account', {}, { token });

  expect(status).toBe(401);
});

test('keeps the token when only HEAD is asked', async () => {
  const browser = await signInBrowser(server, await registerPerson(server));
  const session = await start();
  const { sessionId, pollToken } = session;
  await server.call('approveSignIn', { sessionId, scopes: ['account:read'] }, browser);

  const head = await fetch(`${server.baseUrl}/api/apps/auth/poll/${sessionId}?pollToken=${pollToken}`, {
    method: 'HEAD',
  });
  const approved = await poll(session);

  expect([head.status, approved.body.status]).toEqual([404, 'approved']);
});

test('lists an approved app, and refuses it once it is revoked', async () => {
  const { token, appToken } = await signInPlugin(server, ['account:read', 'balance:read']);
  const { apps } = (await server.call('apps', {}, { token })).body;
  const before = await server.call('balance', {}, { token: appToken });

  const revoked = await server.call('revokeApp', { appId: apps[0]?.id ?? '' }, { token });
  const after = await server.call('balance', {}, { token: appToken });

  expect(apps).toMatchObject([
    { appSlug: 'test', appName: 'Test', deviceName: 'here', scopes: ['account:read', 'balance:read'] },
  ]);
  expect([before.status, revoked.status, after.status]).toEqual([200, 204, 401]);
  expect((await server.call('apps', {}, { token })).body.apps).toEqual([]);
});

test('revokes no sign-in as if it were an app', async () => {
  const person = await registerPerson(server);
  const [token] = await server.rows<{ id: string }>(
    "SELECT id FROM token WHERE account_id = @id AND kind = 'user'",
    person.user,
  );
  const id = token?.id ?? '';

  const asApp = await server.call('revokeApp', { appId: id }, { token: person.token });
  const asKey = await server.call('revokeApiKey', { keyId: id }, { token: person.token });

  expect([asApp.status, asKey.status]).toEqual([404, 404]);
});
