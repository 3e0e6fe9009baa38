import { afterEach, expect, test } from 'vitest';
import { createInvitations } from '../../../server/accounts/sign-in/invitations.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const start = async (environment: Record<string, string>) => {
  const server = await startTestServer({ environment });
  servers.push(server);
  return server;
};
const newcomer = (email: string) => ({ email, password: 'long enough password', name: 'New Person' });
const week = 7 * 24 * 3600_000;

const inviting = await startTestServer({ environment: { LODESTOCK_REGISTRATION: 'invite' } });
const { email: taken } = await registerPerson(inviting);
const invite = async () => {
  const { make } = createInvitations(Date.now);
  return (await inviting.store.run(make({ note: 'for a test', lifetime: week, madeBy: null }))).code;
};
let joined = 0;
const join = (inviteCode?: string) => {
  joined += 1;
  return inviting.call('register', { ...newcomer(`invited${joined}@example.org`), inviteCode });
};

test('takes an invited person once', async () => {
  const code = await invite();

  const first = await join(code);
  const second = await join(code);

  expect([first.status, first.body.user.role]).toEqual([201, 'member']);
  expect([second.status, second.error.details]).toEqual([403, { inviteCodeRequired: true }]);
});

test('takes one of many who use a code at once', async () => {
  const code = await invite();

  const answers = await Promise.all([join(code), join(code), join(code), join(code)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
});

test('reads a code as a person types it', async () => {
  const typed = ` ${(await invite()).toLowerCase().replaceAll('-', ' ')}`;

  expect((await join(typed)).status).toBe(201);
});

test('asks for a code where there is none', async () => {
  const [without, wrong] = [await join(), await join('BCDF-GHJK')];

  expect([without.status, wrong.status]).toEqual([403, 403]);
  expect(without.error.details).toEqual({ inviteCodeRequired: true });
  expect(wrong.error.message).toContain('wrong, already used or expired');
});

test('keeps a code for who meant another address', async () => {
  const code = await invite();

  const refused = await inviting.call('register', { ...newcomer(taken), inviteCode: code });
  const corrected = await join(code);

  expect([refused.error.code, corrected.status]).toEqual(['EMAIL_TAKEN', 201]);
});

test('refuses an invitation whose time is over', async () => {
  const code = await invite();
  inviting.advance(week + 1000);

  expect((await join(code)).status).toBe(403);
});

test('makes one admin of two first accounts at once', async () => {
  const server = await start({});

  const answers = await Promise.all([
    server.call('register', newcomer('one@example.org')),
    server.call('register', newcomer('two@example.org')),
  ]);

  expect(answers.map(({ body }) => body.user.role).sort()).toEqual(['admin', 'member']);
});

test('takes what a proxy passes on for no local request', async () => {
  const server = await start({});
  const headers = { 'x-forwarded-for': '127.0.0.1' };

  const { status, error } = await server.call('register', newcomer('far@example.org'), { headers });

  expect([status, error.details]).toEqual([403, { setupCodeRequired: true }]);
});

test('believes no address that the client itself wrote', async () => {
  const server = await start({ LODESTOCK_TRUST_PROXY: 'true' });
  const headers = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' };

  const { status } = await server.call('register', newcomer('far@example.org'), { headers });

  expect(status).toBe(403);
});

test.each(['http://models.studio.lan', 'https://studio.lan/models', 'http://192.168.7.2:8787'])(
  'needs the set-up code at %s, whatever the request looks like',
  async (base) => {
    const server = await start({ LODESTOCK_BASE_URL: base });
    const setupCode = (await server.setupCode()) ?? '';

    const { status, error } = await server.call('register', newcomer('local@example.org'));
    const taken = await server.call('register', { ...newcomer('local@example.org'), setupCode });

    expect([status, error.details]).toEqual([403, { setupCodeRequired: true }]);
    expect(taken.body.user.role).toBe('admin');
  },
);
