import { expect, test } from 'vitest';
import { runCommandHere } from '../../helpers/command-here.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ environment: { LODESTOCK_REGISTRATION: 'invite' } });
await registerPerson(server);

const { dataDir } = server;
const run = (args: string[], input?: string) =>
  input === undefined ? runCommandHere(args, { dataDir }) : runServerCommand(args, { dataDir, input });
const password = 'typed on stdin';
const create = (email: string, ...more: string[]) =>
  run(['accounts', 'create', email, 'Somebody', ...more], `${password}\n`);
const login = (email: string, secret = password) => server.call('login', { email, password: secret });

test('makes an account that signs in to the running server', async () => {
  const { code, stdout } = await create('made@example.org');

  const { status, body } = await login('made@example.org');

  expect([code, stdout]).toEqual([0, 'Made made@example.org (member).\n']);
  expect([status, body.balanceUsd]).toEqual([200, 100]);
});

test('takes no password that is too short', async () => {
  const { code, stderr } = await run(['accounts', 'create', 'short@example.org', 'Short'], 'short\n');

  expect(code).toBe(1);
  expect(stderr).toBe('The password on stdin was rejected: Use at least 8 characters.\n');
});

test('shuts an account of the running server at once', async () => {
  await create('shut@example.org');
  const { token } = (await login('shut@example.org')).body;

  const disabled = await run(['accounts', 'disable', 'shut@example.org']);
  const withToken = await server.call('balance', {}, { token });
  const enabled = await run(['accounts', 'enable', 'shut@example.org', '--json']);

  expect([disabled.code, withToken.status, enabled.code]).toEqual([0, 401, 0]);
  expect(JSON.parse(enabled.stdout).account).toMatchObject({ email: 'shut@example.org', isDisabled: false });
  expect((await login('shut@example.org')).status).toBe(200);
});

test('sets a password from stdin', async () => {
  await create('forgot@example.org');

  const { code } = await run(['accounts', 'set-password', 'forgot@example.org'], 'a new password\n');

  expect(code).toBe(0);
  expect((await login('forgot@example.org')).status).toBe(401);
  expect((await login('forgot@example.org', 'a new password')).status).toBe(200);
});

test('grants, takes and shows credit', async () => {
  await create('money@example.org');
  const granted = await run(['accounts', 'grant', 'money@example.org', '12.50', 'Prize']);
  const tooMuch = await run(['accounts', 'take', 'money@example.org', '200', 'Refund']);
  const allowed = await run(['accounts', 'take', 'money@example.org', '200', 'Refund', '--allow-negative']);

  const shown = await run(['accounts', 'ledger', 'money@example.org', '--json']);

  expect(granted.stdout).toBe('Granted $12.50 to money@example.org, who has $112.50 now.\n');
  expect([tooMuch.code, tooMuch.stdout]).toEqual([1, '']);
  expect(tooMuch.stderr).toContain('has $112.50, so $200.00 cannot be taken');
  expect(allowed.code).toBe(0);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    balanceUsd: -87.5,
    transactions: [{ kind: 'debit' }, { kind: 'credit', reason: 'Prize' }, { kind: 'credit' }],
  });
});

test('invites somebody to the running server', async () => {
  const { stdout } = await run(['accounts', 'invite', '--note', 'For Ada', '--json']);
  const { inviteCode } = JSON.parse(stdout);

  const { status } = await server.call('register', {
    email: 'invited@example.org',
    password,
    name: 'Invited',
    inviteCode,
  });
  const list = await run(['accounts', 'invitations']);

  expect(status).toBe(201);
  expect(list.stdout).toContain('invited@example.org');
});

test.each([
  [['grant', 'nobody@example.org', '1', 'why'], 'There is no account "nobody@example.org".'],
  [['grant', 'a@example.org', 'much', 'why'], 'accounts grant: USD: Write dollars and cents'],
  [['grant', 'a@example.org', '0', 'why'], 'accounts grant: USD: Write at least one cent'],
  [['disable'], 'accounts disable: ACCOUNT: '],
  [['set-role', 'a@example.org', 'king'], 'accounts set-role: ROLE: '],
])('fails with one sentence for %j', async (args, sentence) => {
  const { code, stdout, stderr } = await run(['accounts', ...args]);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
