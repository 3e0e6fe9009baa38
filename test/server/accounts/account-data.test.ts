import { expect, test } from 'vitest';
import { proveLedger } from '../../../server/billing/check-ledger.ts';
import { movedTables } from '../../../server/shared-accounts/move/moved-tables.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: {
    ...simpleModel('chair', { guid: 'chair', priceUsd: 3 }),
    ...simpleModel('table', { guid: 'table', priceUsd: 2 }),
  },
});
const admin = await registerPerson(server);

const file = { format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };

/** Somebody with one of everything that a server keeps of a person. */
async function makeBusyPerson() {
  const person = await signInPlugin(server);
  const { token, user } = person;
  const key = await server.call('createApiKey', { name: 'Scene builder' }, { token });
  const careful = await server.call('createApiKey', { name: 'Careful', asksFirst: true }, { token });
  await server.call('agentDirect', { guid: 'chair', ...file }, { token: key.body.apiKey });
  await server.call('agentDirect', { guid: 'table', ...file }, { token: careful.body.apiKey });
  const gift = { accountId: user.id, amountUsd: 5, reason: 'Prize' };
  await server.call('adminGrant', gift, { token: admin.token });
  await server.call('login', { email: person.email, password: 'not the password' });
  await server.call('changeFavourites', { add: ['chair'] }, { token });
  await server.call('makeCollection', { name: `Tavern of ${user.name}`, add: ['table'] }, { token });
  await server.call('saveSearch', { query: `q=oak for ${user.name}`, seen: ['chair'], total: 2 }, { token });
  await server.call(
    'changeOwnNotes',
    { guid: 'chair', add: ['hero'], note: `Note of ${user.name}` },
    { token },
  );
  return { ...person, key: key.body, careful: careful.body };
}

/** Every text of every table, to look for what should be in none. */
async function readWholeDatabase(): Promise<string> {
  const tables = server.db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .pluck()
    .all();
  const here = tables.map((name) => server.db.prepare(`SELECT * FROM "${name}"`).all());
  const shared = await Promise.all(movedTables.map(({ name }) => server.rows(`SELECT * FROM ${name}`)));
  return [...here, ...shared].map((rows) => JSON.stringify(rows)).join('\n');
}

test('exports everything that is stored about a person', async () => {
  const person = await makeBusyPerson();

  const { body, headers } = await server.call('exportAccount', {}, person.browser);

  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="lodestock-account-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(body).toMatchObject({
    account: { id: person.user.id, email: person.email, role: 'member' },
    balanceUsd: 102,
    transactions: [{ reason: 'Prize' }, { reason: 'Unlocked chair' }, { reason: 'Welcome credit' }],
    unlocks: [{ guid: 'chair', title: 'chair' }],
    agentPlans: [{ title: 'table', status: 'pending', keyName: 'Careful' }],
    appSignIns: [{ appName: 'Test', deviceName: 'here', address: '127.0.0.1' }],
    wrongPasswords: [{ address: '127.0.0.1' }],
    favourites: [{ guid: 'chair' }],
    collections: [{ name: `Tavern of ${person.user.name}`, models: [{ guid: 'table' }] }],
    savedSearches: [{ query: `q=oak for ${person.user.name}`, seen: ['chair'], total: 2 }],
    notes: [{ guid: 'chair', tags: ['hero'], note: `Note of ${person.user.name}` }],
    noteEntries: [{ guid: 'chair' }],
    auditLog: [
      { action: 'credit.grant', accountEmail: person.email },
      { action: 'app.grant', accountEmail: person.email, details: { app: 'Test' } },
    ],
  });
  expect(body.signInPlaces.map(({ address }) => address).sort()).toEqual(['127.0.0.1', null]);
  expect(body.tokens.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    'apiKey Careful',
    'apiKey Scene builder',
    'app Test 1 on here',
    'browser node',
    'program node',
  ]);
  expect(body.tokens.find(({ name }) => name === 'Careful')).toMatchObject({
    prefix: person.careful.prefix,
    asksFirst: true,
    lastAddress: '127.0.0.1',
  });
});

test('exports no secret and nothing of others', async () => {
  const person = await makeBusyPerson();
  const other = await makeBusyPerson();

  const text = JSON.stringify((await server.call('exportAccount', {}, { token: person.token })).body);

  const [kept] = await server.rows<{ hash: string }>(
    'SELECT password_hash AS hash FROM account WHERE id = @id',
    person.user,
  );
  const secrets = [person.token, person.appToken, person.key.apiKey, kept?.hash ?? '?'];
  for (const secret of [...secrets, other.email, other.user.id]) expect(text).not.toContain(secret);
});

test('deletes a person and keeps nameless books', async () => {
  const person = await makeBusyPerson();
  const { downloadUrl } = (await server.call('agentDirect', { guid: 'chair', ...file }, person)).body;
  const { password, browser, token, appToken, key } = person;

  const deleted = await server.call('deleteAccount', { password }, browser);

  const callers = [browser, { token }, { token: appToken }, { token: key.apiKey }];
  const after = await Promise.all(callers.map((caller) => server.call('balance', {}, caller)));
  const ledger = await server.rows<{ kind: string; amount: number; balance: number }>(
    'SELECT kind, amount_cents AS amount, balance_cents AS balance FROM ledger WHERE account_id = @id ORDER BY id',
    person.user,
  );
  expect([deleted.status, ...after.map(({ status }) => status)]).toEqual([204, 401, 401, 401, 401]);
  expect((await fetch(downloadUrl)).status).toBe(404);
  expect(ledger.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['credit', 10_000, 10_000],
    ['unlock', -300, 9700],
    ['credit', 500, 10_200],
    ['debit', -10_200, 0],
  ]);
  for (const trace of [person.email, person.user.name])
    expect(await readWholeDatabase()).not.toContain(trace);
  expect(await server.store.run(proveLedger())).toEqual([]);
});

test('frees the e-mail for a new account', async () => {
  const person = await registerPerson(server);
  await server.call('deleteAccount', { password: person.password }, { token: person.token });

  const gone = await server.call('login', person);
  const anew = await server.call('register', { ...person, name: 'Again' });

  expect([gone.status, anew.status]).toEqual([401, 201]);
  expect(anew.body.user.id).not.toBe(person.user.id);
});

test('asks for the right password, a few times', async () => {
  const person = await registerPerson(server);
  const attempt = (password: string) => server.call('deleteAccount', { password }, { token: person.token });

  const wrong = await attempt('not the password');
  for (let count = 1; count < 10; count += 1) await attempt('not the password');
  const refused = await attempt(person.password);

  expect([wrong.status, Object.keys(wrong.error.details?.fields ?? {})]).toEqual([400, ['password']]);
  expect(refused.status).toBe(429);
  expect((await server.call('account', {}, { token: person.token })).status).toBe(200);
});

test('keeps the last admin, and says what to do', async () => {
  const { token, password } = admin;
  const second = await registerPerson(server);
  const promote = { accountId: second.user.id, role: 'admin' } as const;

  const refused = await server.call('deleteAccount', { password }, { token });
  await server.call('adminSetRole', promote, { token });
  const leaving = await server.call('deleteAccount', { password: second.password }, second);
  const lastAgain = await server.call('deleteAccount', { password }, { token });

  expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  expect(refused.error.message).toContain('Make someone else an admin first');
  expect([leaving.status, lastAgain.status]).toEqual([204, 403]);
});

test('shows admins no deleted account', async () => {
  const { user, email, password, token } = await registerPerson(server);
  const { headers } = await signInBrowser(server, admin);
  const count = async () => (await server.call('adminStatus', {}, { headers })).body.accounts;
  const before = await count();

  await server.call('deleteAccount', { password }, { token });

  const listed = await server.call('adminAccounts', { search: email }, { headers });
  const found = await server.call('adminAccount', { accountId: user.id }, { headers });
  expect([listed.body.total, found.status, before - (await count())]).toEqual([0, 404, 1]);
});

test('forgets the e-mail that an admin wrote down', async () => {
  const wish = { email: 'made@example.org', name: 'Made by Admin', password: 'correct horse battery' };
  await server.call('adminCreateAccount', wish, { token: admin.token });
  const { token } = (await server.call('login', wish)).body;

  await server.call('deleteAccount', { password: wish.password }, { token });

  expect(await readWholeDatabase()).not.toContain(wish.email);
});
