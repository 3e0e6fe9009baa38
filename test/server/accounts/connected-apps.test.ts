import { expect, test } from 'vitest';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const server = await shareTestServer();

test('lists an approved app with its scopes', async () => {
  const { token } = await signInPlugin(server, ['account:read', 'balance:read']);

  const { apps } = (await server.call('apps', {}, { token })).body;

  expect(apps).toMatchObject([
    { appSlug: 'test', appName: 'Test', deviceName: 'here', scopes: ['account:read', 'balance:read'] },
  ]);
});

test('refuses a revoked app on its next call', async () => {
  const { token, appToken } = await signInPlugin(server, ['balance:read']);
  const [app] = (await server.call('apps', {}, { token })).body.apps;
  const before = await server.call('balance', {}, { token: appToken });

  const revoked = await server.call('revokeApp', { appId: app?.id ?? '' }, { token });
  const after = await server.call('balance', {}, { token: appToken });

  expect([before.status, revoked.status, after.status]).toEqual([200, 204, 401]);
  expect((await server.call('apps', {}, { token })).body.apps).toEqual([]);
});

test("shows and revokes no other account's apps", async () => {
  const { token, appToken } = await signInPlugin(server, ['balance:read']);
  const other = await registerPerson(server);
  const [app] = (await server.call('apps', {}, { token })).body.apps;

  const listed = await server.call('apps', {}, { token: other.token });
  const revoked = await server.call('revokeApp', { appId: app?.id ?? '' }, { token: other.token });
  const stillWorks = await server.call('balance', {}, { token: appToken });

  expect(listed.body.apps).toEqual([]);
  expect(revoked.status).toBe(404);
  expect(stillWorks.status).toBe(200);
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

test('revokes from a browser only with the CSRF token', async () => {
  const { browser, token } = await signInPlugin(server);
  const [app] = (await server.call('apps', {}, { token })).body.apps;
  const appId = app?.id ?? '';

  const without = await server.call('revokeApp', { appId }, { headers: { cookie: browser.headers.cookie } });
  const withToken = await server.call('revokeApp', { appId }, browser);

  expect([without.status, withToken.status]).toEqual([403, 204]);
});
