import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table' }),
});
const server = await startTestServer({
  libraryDir: library.folder,
  environment: { LODESTOCK_REGISTRATION: 'invite' },
});
const { token } = await registerPerson(server);

const makeMember = async (name: string) => {
  const wish = { email: `${name}@example.org`, password: 'given by the admin', name };
  const { account } = (await server.call('adminCreateAccount', wish, { token })).body;
  return { ...account, token: (await server.call('login', wish)).body.token, password: wish.password };
};

test('finds accounts by a part of name or address', async () => {
  await makeMember('Grace');

  const byName = (await server.call('adminAccounts', { search: 'rac' }, { token })).body;
  const byAddress = (await server.call('adminAccounts', { search: 'GRACE@' }, { token })).body;
  const nobody = (await server.call('adminAccounts', { search: '%' }, { token })).body;

  expect(byName.accounts).toMatchObject([
    { name: 'Grace', role: 'member', isDisabled: false, balanceUsd: 100 },
  ]);
  expect([byName.total, byAddress.total, nobody.total]).toEqual([1, 1, 0]);
});

test('pages through accounts', async () => {
  await makeMember('One');
  await makeMember('Two');

  const first = (await server.call('adminAccounts', { limit: 1 }, { token })).body;
  const second = (await server.call('adminAccounts', { limit: 1, offset: 1 }, { token })).body;

  expect([first.hasMore, first.accounts.length, second.accounts.length]).toEqual([true, 1, 1]);
  expect(first.accounts[0]?.id).not.toBe(second.accounts[0]?.id);
});

test("shows an account's ledger", async () => {
  const member = await makeMember('Ledger');

  const { body } = await server.call('adminTransactions', { accountId: member.id }, { token });
  const unknown = await server.call('adminTransactions', { accountId: 'nobody' }, { token });

  expect(body.transactions).toMatchObject([{ kind: 'credit', amountUsd: 100, reason: 'Welcome credit' }]);
  expect(unknown.status).toBe(404);
});

test('makes, lists, uses and revokes invitations', async () => {
  const made = (await server.call('adminInvite', { note: 'For Ada', days: 2 }, { token })).body;
  const spare = (await server.call('adminInvite', {}, { token })).body;
  const { inviteCode } = made;
  await server.call('register', {
    email: 'ada@example.org',
    password: 'long enough',
    name: 'Ada',
    inviteCode,
  });

  const revoked = await server.call(
    'adminRevokeInvitation',
    { invitationId: spare.invitation.id },
    { token },
  );
  const used = await server.call('adminRevokeInvitation', { invitationId: made.invitation.id }, { token });
  const { invitations } = (await server.call('adminInvitations', {}, { token })).body;

  expect(invitations).toMatchObject([{ note: 'For Ada', usedByEmail: 'ada@example.org' }]);
  expect([revoked.status, used.status]).toEqual([204, 404]);
  expect(JSON.stringify(await server.rows('SELECT * FROM invitation'))).not.toContain(inviteCode);
});

test('tells which file hosts are followed and in trouble', async () => {
  const add = server.db.prepare(
    'INSERT INTO sync_host (url, host_id, cursor, is_listed) VALUES (?, ?, 7, ?)',
  );
  add.run('https://one.example.org', 'one', 1);
  add.run('https://two.example.org', null, 1);
  add.run('https://past.example.org', 'past', 0);
  server.db
    .prepare("INSERT INTO problem (path, kind, reason, found_at, scope) VALUES (?, 'host', ?, ?, 'hosts/')")
    .run('https://two.example.org', 'It is not responding.', '2026-01-01T00:00:00Z');

  const { hosts } = (await server.call('adminStatus', {}, { token })).body;

  expect(hosts).toMatchObject([
    { url: 'https://one.example.org', isKnown: true, cursor: 7, problems: 0, trouble: null },
    { url: 'https://two.example.org', isKnown: false, problems: 1, trouble: 'It is not responding.' },
  ]);
});

test('tells how the server is', async () => {
  const { body } = await server.call('adminStatus', {}, { token });

  expect(body).toMatchObject({ models: 1, registration: 'invite', library: { isReady: true } });
  const pages = ['main', 'catalogue'].map((name) =>
    Number(server.db.pragma(`${name}.page_count`, { simple: true })),
  );
  expect(body.databaseBytes).toBe(pages.reduce((sum, count) => sum + count * 4096, 0));
});

test('writes down what admins did, without secrets', async () => {
  const member = await makeMember('Audited');
  const accountId = member.id;
  await server.call('adminGrant', { accountId, amountUsd: 5, reason: 'Thanks' }, { token });
  await server.call('adminSetPassword', { accountId, newPassword: 'a secret password' }, { token });

  const { actions } = (await server.call('adminActions', { accountId }, { token })).body;

  expect(actions.map(({ action, details }) => [action, details])).toEqual([
    ['account.password', { revoked: 1 }],
    ['credit.grant', { amountUsd: 5, reason: 'Thanks' }],
    ['account.create', { email: 'audited@example.org', role: 'member' }],
  ]);
  expect(actions[0]).toMatchObject({ adminEmail: expect.stringContaining('@'), accountEmail: member.email });
  expect(JSON.stringify(actions)).not.toContain('a secret password');
});
