import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { requireHere } from '../../../server/accounts/data/moved-accounts.ts';
import { createAccountNotes } from '../../../server/accounts/lists/own-notes.ts';
import type { Db } from '../../../server/base/db/open-database.ts';
import type { AccountStore } from '../../../server/base/store/account-store.ts';
import { createSqliteStore } from '../../../server/base/store/sqlite-store.ts';
import type { Steps } from '../../../server/base/store/steps.ts';
import { openBilling } from '../../../server/billing/billing.ts';
import { checkLedger } from '../../../server/billing/check-ledger.ts';
import { type End, moveAccounts } from '../../../server/shared-accounts/move/move-accounts.ts';
import { openFolderEnd, openPostgresEnd } from '../../../server/shared-accounts/move/move-ends.ts';
import { movedTables } from '../../../server/shared-accounts/move/moved-tables.ts';
import { knownSchema, migratePostgres } from '../../../server/shared-accounts/postgres/migrate-postgres.ts';
import { openCommandLink } from '../../../server/shared-accounts/postgres/open-command-link.ts';
import { openLink } from '../../../server/shared-accounts/postgres/open-link.ts';
import { makePerson, wishOf } from '../../helpers/made-people.ts';
import { freshAccountsUrl, freshFolderDatabase, openSite } from '../../helpers/shared-accounts.ts';

const how = { at: '2026-02-02T00:00:00.000Z', note: () => {} };

async function fillFolder() {
  const { folder, db } = freshFolderDatabase();
  const store = createSqliteStore(db);
  const billing = openBilling({ main: db, clock: Date.now, log: { error: () => {} } });
  const notes = createAccountNotes(store, Date.now);
  for (const guids of [['chair', 'table'], ['chair'], []]) {
    const person = await makePerson(store);
    for (const guid of guids) await billing.unlocks.unlock(wishOf(person, guid, 250));
    await notes.change(person.accountId, { guid: 'chair', add: ['hero'], note: 'Too shiny' });
  }
  await billing.close();
  return { folder, db, store };
}
const readTables = (db: Db) =>
  movedTables.map(({ name, order }) => db.prepare(`SELECT * FROM ${name} ORDER BY ${order}`).all());

async function openShared(url: string) {
  const link = await openCommandLink(url);
  onTestFinished(link.close);
  return { store: link.store, end: await openPostgresEnd(link, url) };
}

test('moves all accounts to PostgreSQL and back, and proves the books', async () => {
  const { folder, db, store } = await fillFolder();
  const before = readTables(db);
  const { end, store: there } = await openShared(await freshAccountsUrl());

  const moved = await moveAccounts(openFolderEnd(db, folder), end, how);
  const nobodyHere = requireHere(store, 'this data folder');
  await expect(nobodyHere).rejects.toThrow('were moved');
  await requireHere(there, 'PostgreSQL');
  const back = await moveAccounts(end, openFolderEnd(db, folder), how);

  expect(moved.books).toEqual({ accounts: 3, ledgerRows: 6, unlocks: 3, balanceCents: 29_250 });
  expect(back).toEqual(moved);
  expect(readTables(db)).toEqual(before);
  expect(checkLedger(db)).toEqual([]);
  expect(() => db.exec('DELETE FROM ledger')).toThrow('append-only');
  await requireHere(store, 'this data folder');
  await expect(requireHere(there, 'PostgreSQL')).rejects.toThrow('were moved');
});

/** An end that counts what it is asked. */
function countAsked(end: End) {
  const asked = { count: 0 };
  function* counted<Result>(steps: Steps<Result>): Steps<Result> {
    for (;;) {
      const next = steps.next();
      if (next.done) return next.value;
      asked.count += 1;
      yield next.value;
    }
  }
  const store: AccountStore = {
    run: (steps) => end.store.run(counted(steps)),
    transaction: (turn, steps) => end.store.transaction(turn, counted(steps)),
  };
  return { asked, end: { ...end, store } };
}

test('moves many accounts in few statements, there and back', async () => {
  const { folder, db } = await fillFolder();
  const add = db.prepare(
    "INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES (?, ?, 'A', 'none', 'member', ?)",
  );
  for (let index = 0; index < 1001; index += 1) add.run(`id-${index}`, `a${index}@example.org`, how.at);
  const before = readTables(db);
  const { end } = await openShared(await freshAccountsUrl());
  const [here, there] = [countAsked(openFolderEnd(db, folder)), countAsked(end)];

  const moved = await moveAccounts(here.end, there.end, how);
  await moveAccounts(there.end, here.end, how);

  expect(moved.books.accounts).toBe(1004);
  expect(readTables(db)).toEqual(before);
  expect(here.asked.count + there.asked.count).toBeLessThan(1000);
});

test('charges on from where the books were when they were moved', async () => {
  const { folder, db } = await fillFolder();
  const url = await freshAccountsUrl();
  const link = await openCommandLink(url);
  await moveAccounts(openFolderEnd(db, folder), await openPostgresEnd(link, url), how);
  await link.close();
  const site = await openSite(url);
  const person = await makePerson(site.store);

  const unlocked = await site.unlocks.unlock(wishOf(person, 'lamp', 100));

  expect(unlocked).toEqual({ chargedCents: 100, balanceCents: 9900 });
});

test('moves nothing to where accounts are already', async () => {
  const { folder, db } = await fillFolder();
  const { end, store } = await openShared(await freshAccountsUrl());
  await makePerson(store);

  await expect(moveAccounts(openFolderEnd(db, folder), end, how)).rejects.toThrow('already');

  await requireHere(createSqliteStore(db), 'this data folder');
});

test('moves no books that are not sound', async () => {
  const { folder, db } = await fillFolder();
  db.exec('UPDATE unlock SET ledger_id = NULL');
  const { end } = await openShared(await freshAccountsUrl());

  await expect(moveAccounts(openFolderEnd(db, folder), end, how)).rejects.toThrow('not sound');
});

test('moves nothing away from sites that run', async () => {
  const url = await freshAccountsUrl();
  await openSite(url);

  await expect(openShared(url)).rejects.toThrow('Stop all of them');
});

test('makes the schema once when servers start at once', async () => {
  const url = new URL(await freshAccountsUrl());
  const admin = postgres(url.href, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  await admin.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const links = [1, 2, 3].map(() => openLink(url.href, { max: 1, patience: 60_000 }));
  onTestFinished(async () => void (await Promise.all(links.map((link) => link.close()))));

  await Promise.all(links.map(migratePostgres));

  const versions = await admin`SELECT number FROM schema_version`;
  expect(versions.length).toBe(new Set(versions.map(({ number }) => number)).size);
  expect(Math.max(...versions.map(({ number }) => number))).toBe(knownSchema);
});
