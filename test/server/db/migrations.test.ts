import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/open-database.ts';

const migrations = path.resolve(import.meta.dirname, '../../../server/db/migrations');
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-migrations-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database as the first release candidates made it, with an account that has paid for a model. */
function makeOldDatabase(file: string) {
  const old = new Database(file);
  for (const name of ['001-initial.sql', '002-search-journal.sql', '003-embeddings.sql'])
    old.exec(readFileSync(path.join(migrations, name), 'utf8'));
  old.exec(`
    PRAGMA user_version = 3;
    INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'admin', '');
    INSERT INTO ledger (account_id, kind, amount_cents, reason, at) VALUES ('a', 'credit', 10000, 'Welcome', '1');
    INSERT INTO ledger (account_id, kind, amount_cents, guid, reason, at) VALUES ('a', 'unlock', -300, 'g', 'G', '2');
    INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES ('a', 'g', 'G', 2, '2');
  `);
  old.close();
}

test('keeps money and unlocks over an upgrade', () => {
  const file = path.join(folder, 'old.db');
  makeOldDatabase(file);

  const db = openDatabase(file);

  expect(
    db.prepare('SELECT id, kind, amount_cents AS cents, balance_cents AS balance FROM ledger').all(),
  ).toEqual([
    { id: 1, kind: 'credit', cents: 10_000, balance: 10_000 },
    { id: 2, kind: 'unlock', cents: -300, balance: 9_700 },
  ]);
  expect(db.prepare('SELECT guid, ledger_id AS ledgerId FROM unlock').all()).toEqual([
    { guid: 'g', ledgerId: 2 },
  ]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(() => db.exec('DELETE FROM ledger')).toThrow('append-only');
  expect(() => db.exec('UPDATE ledger SET amount_cents = 0')).toThrow('append-only');
  expect(() => db.exec("UPDATE unlock SET ledger_id = 99 WHERE guid = 'g'")).toThrow('FOREIGN KEY');
  expect(() =>
    db.exec(
      "INSERT INTO ledger (account_id, kind, amount_cents, reason, at) VALUES ('a', 'credit', 1, '', '3')",
    ),
  ).toThrow('not the sum');
  expect(() =>
    db.exec(
      `INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at)
       VALUES ('a', 'unlock', -9701, -1, '', '3')`,
    ),
  ).toThrow('takes what there is');
  db.close();
});

test('numbers each migration once, so that none is skipped', () => {
  const numbers = readdirSync(migrations).map((name) => name.slice(0, 3));

  expect(numbers).toEqual([...new Set(numbers)]);
});
