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

async function startInviting() {
  const server = await start({ LODESTOCK_REGISTRATION: 'invite' });
  await registerPerson(server);
  const { make } = createInvitations(Date.now);
  const { code } = await server.store.run(make({ note: 'for a test', lifetime: week, madeBy: null }));
  return { server, code };
}

test('takes an invited person once', async () => {
  const { server, code } = await startInviting();

  const first = await server.call('register', { ...newcomer('one@example.org'), inviteCode: code });
  const second = await server.call('register', { ...newcomer('two@example.org'), inviteCode: code });

  expect([first.status, first.body.user.role]).toEqual([201, 'member']);
  expect([second.status, second.error.details]).toEqual([403, { inviteCodeRequired: true }]);
});

test('takes one of many who use a code at once', async () => {
  const { server, code } = await startInviting();

  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      server.call('register', { ...newcomer(`${name}@example.org`), inviteCode: code }),
    ),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  expect(await server.rows('SELECT id FROM account')).toHaveLength(2);
});

test('reads a code as a person types it', async () => {
  const { server, code } = await startInviting();
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`;

  const { status } = await server.call('register', { ...newcomer('one@example.org'), inviteCode: typed });

  expect(status).toBe(201);
});

test('asks for a code where there is none', async () => {
  const { server } = await startInviting();

  const without = await server.call('register', newcomer('one@example.org'));
  const wrong = await server.call('register', { ...newcomer('one@example.org'), inviteCode: 'BCDF-GHJK' });

  expect([without.status, wrong.status]).toEqual([403, 403]);
  expect(without.error.details).toEqual({ inviteCodeRequired: true });
  expect(wrong.error.message).toContain('wrong, already used or expired');
});

test('refuses an invitation whose time is over', async () => {
  const { server, code } = await startInviting();
  server.advance(week + 1000);

  const { status } = await server.call('register', { ...newcomer('one@example.org'), inviteCode: code });

  expect(status).toBe(403);
});

test('keeps a code for who meant another address', async () => {
  const { server, code } = await startInviting();
  const [taken] = await server.rows<{ email: string }>('SELECT email FROM account');

  const refused = await server.call('register', { ...newcomer(taken?.email ?? ''), inviteCode: code });
  const corrected = await server.call('register', { ...newcomer('mine@example.org'), inviteCode: code });

  expect([refused.error.code, corrected.status]).toEqual(['EMAIL_TAKEN', 201]);
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
