import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const server = await shareTestServer();

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

test('ends nothing without the CSRF token', async () => {
  const person = await registerPerson(server);
  const { cookie } = (await signInBrowser(server, person)).headers;

  const { status } = await server.call('endOtherSessions', {}, { headers: { cookie } });
  const after = await server.call('balance', {}, { token: person.token });

  expect([status, after.status]).toEqual([403, 200]);
});

test('keeps keys and apps from the list', async () => {
  const { token, appToken } = await signInPlugin(server);
  const { apiKey } = (await server.call('createApiKey', { name: 'Key' }, { token })).body;

  const statuses = await Promise.all(
    [apiKey, appToken].map(
      async (given) => (await server.call('accountSessions', {}, { token: given })).status,
    ),
  );

  expect(statuses).toEqual([403, 403]);
});

test("shows and ends no other account's sessions", async () => {
  const [one, other] = [await registerPerson(server), await registerPerson(server)];
  const { sessions } = (await server.call('accountSessions', {}, { token: one.token })).body;
  const sessionId = sessions[0]?.id ?? '';

  const refused = await server.call('endSession', { sessionId }, { token: other.token });
  const others = (await server.call('endOtherSessions', {}, { token: other.token })).body.ended;
  const after = await server.call('balance', {}, { token: one.token });

  expect(sessions).toHaveLength(1);
  expect([refused.status, others, after.status]).toEqual([404, 0, 200]);
});
