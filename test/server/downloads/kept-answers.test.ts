import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table', priceUsd: 3 }),
  ...simpleModel('lamp', { guid: 'lamp', priceUsd: 1 }),
  ...simpleModel('gone', { guid: 'gone', priceUsd: 1 }),
});
const server = await startTestServer({ libraryDir: library.folder });

const exact = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };

/** What another process does to the database, the command line for instance. */
function fromElsewhere(sql: string, ...values: readonly string[]) {
  const other = openDatabase(server.db.name);
  other.prepare(sql).run(...values);
  other.close();
}

test('refuses a token revoked elsewhere on the next call', async () => {
  const { token, user } = await registerPerson(server);
  const before = await server.call('agentDirect', exact, { token });

  fromElsewhere('DELETE FROM token WHERE account_id = ?', user.id);
  const after = await server.call('agentDirect', exact, { token });

  expect([before.status, after.status]).toEqual([200, 401]);
});

test('refuses an account disabled elsewhere until enabled again', async () => {
  const { token, user } = await registerPerson(server);
  await server.call('balance', {}, { token });

  fromElsewhere('UPDATE account SET is_disabled = 1 WHERE id = ?', user.id);
  const disabled = await server.call('balance', {}, { token });
  fromElsewhere('UPDATE account SET is_disabled = 0 WHERE id = ?', user.id);
  const enabled = await server.call('balance', {}, { token });

  expect([disabled.status, enabled.status]).toEqual([401, 200]);
});

test('refuses a known token once its time is over', async () => {
  const { token, user } = await registerPerson(server);
  fromElsewhere('UPDATE token SET expires_at = ? WHERE account_id = ?', '2100-01-01T00:00:00.000Z', user.id);
  const before = await server.call('balance', {}, { token });

  fromElsewhere('UPDATE token SET expires_at = ? WHERE account_id = ?', '2020-01-01T00:00:00.000Z', user.id);
  const after = await server.call('balance', {}, { token });

  expect([before.status, after.status]).toEqual([200, 401]);
});

const free = { ...exact, lod: '1k', relativePath: '1k/thing.obj' };

test('tells the balance after what this and other processes changed', async () => {
  const { token, user } = await registerPerson(server);
  const balances = async () => {
    const answers = [
      await server.call('agentDirect', exact, { token }),
      await server.call('agentDirect', free, { token }),
    ];
    return answers.map(({ body }) => body.balanceRemainingUsd);
  };
  const first = await balances();
  const again = await balances();

  await server.call('agentDirect', { ...exact, guid: 'gone' }, { token });
  const charged = await balances();
  fromElsewhere(
    `INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at)
     VALUES (?, 'credit', 500, 10100, 'A gift', '2026-01-01T00:00:00.000Z')`,
    user.id,
  );
  const given = await balances();

  expect([first, again, charged, given]).toEqual([
    [97, 97],
    [97, 97],
    [96, 96],
    [101, 101],
  ]);
});

test('charges again for what was locked again elsewhere', async () => {
  const { token, user } = await registerPerson(server);
  const ask = async () => (await server.call('agentDirect', exact, { token })).body.chargedUsd;
  const before = [await ask(), await ask()];

  fromElsewhere('DELETE FROM unlock WHERE account_id = ?', user.id);

  expect([before, await ask()]).toEqual([[3, 0], 3]);
});

test('charges the price that was changed elsewhere', async () => {
  const { token } = await registerPerson(server);
  await server.call('agentFormats', { guid: 'lamp' }, { token });

  fromElsewhere("UPDATE model SET price_cents = 700 WHERE guid = 'lamp'");
  const { body } = await server.call('agentDirect', { ...exact, guid: 'lamp' }, { token });

  expect(body.chargedUsd).toBe(7);
});

test('shows the balance of who asks in a kept answer', async () => {
  const [rich, poor] = [await registerPerson(server), await registerPerson(server)];
  await server.call('agentDirect', { ...exact, guid: 'lamp' }, { token: poor.token });

  const first = await server.call('agentDirect', exact, { token: rich.token });
  const second = await server.call('agentDirect', exact, { token: poor.token });
  const third = await server.call('agentDirect', exact, { token: rich.token });

  expect([first, second, third].map(({ body }) => [body.chargedUsd, body.balanceRemainingUsd])).toEqual([
    [3, 97],
    [3, 90],
    [0, 97],
  ]);
});

test('notices within a second that an owned file is gone', async () => {
  const { token } = await registerPerson(server);
  const wish = { ...exact, guid: 'gone' };
  await server.call('agentDirect', wish, { token });

  rmSync(path.join(library.folder, 'gone/10k/thing.obj'));
  server.advance(1001);
  const { status, error } = await server.call('agentDirect', wish, { token });

  expect([status, error.code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
});
