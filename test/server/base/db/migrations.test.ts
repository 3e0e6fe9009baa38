import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { knownSchema, migrate, readEmptyPart, readMigrations } from '../../../../server/base/db/migrate.ts';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const ours = path.resolve(import.meta.dirname, '../../../../server/base/db/migrations');
const folder = makeFolder();

/** Our migrations, and one more. */
function readWith(name: string) {
  const own = mkdtempSync(path.join(folder, 'own-'));
  cpSync(ours, own, { recursive: true });
  writeFileSync(path.join(own, name), 'SELECT 1');
  return readMigrations(own);
}
const next = String(knownSchema + 1).padStart(3, '0');

test.each([
  ['accounts', `${next}-accounts-later.sql`],
  ['catalogue', `${next}-catalogue-later.sql`],
])('takes the next migration, of the file with the %s', (part, name) => {
  expect(readWith(name).at(-1)).toMatchObject({ number: knownSchema + 1, part });
});

test.each(['001-catalogue-edition.sql', '104-catalogue-edition.sql', '50-catalogue-edition.sql'])(
  'refuses to start with %s, which would be skipped',
  (name) => {
    expect(() => readWith(name)).toThrow(
      `${name} would not run on every database. Its name must begin with ${next}-`,
    );
  },
);

test('refuses a migration that does not say which file it changes', () => {
  expect(() => readWith(`${next}-edition.sql`)).toThrow('Name it NNN-accounts-WHAT.sql');
});

test('refuses the database of a newer version, and leaves it whole', () => {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE model (id INTEGER PRIMARY KEY); PRAGMA user_version = 9999');

  expect(() => migrate(db, 'accounts')).toThrow('made by a newer Lodestock (schema 9999');
  expect(db.pragma('user_version', { simple: true })).toBe(9999);
  db.close();
});

test('money is kept by the database itself', () => {
  readEmptyPart('accounts', (db) => {
    db.pragma('foreign_keys = ON');
    db.exec(`
      INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'admin', '');
      INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at)
        VALUES ('a', 'credit', 10000, 10000, 'Welcome', '1');
      INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, guid, reason, at)
        VALUES ('a', 'unlock', -300, 9700, 'g', 'G', '2');
      INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES ('a', 'g', 'G', 2, '2')`);
    const add = (kind: string, cents: number, balance: number) => () =>
      db
        .prepare(
          "INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at) VALUES ('a', ?, ?, ?, '', '3')",
        )
        .run(kind, cents, balance);

    expect(() => db.exec('DELETE FROM ledger')).toThrow('append-only');
    expect(() => db.exec('UPDATE ledger SET amount_cents = 0')).toThrow('append-only');
    expect(() => db.exec("UPDATE unlock SET ledger_id = 99 WHERE guid = 'g'")).toThrow('FOREIGN KEY');
    expect(add('credit', 1, 1)).toThrow('not the sum');
    expect(add('unlock', -9701, -1)).toThrow('takes what there is');
  });
});

test('tells the guid of a folder without reading a model', () => {
  const db = openDatabase(path.join(folder, 'fresh.db'));
  const plan = db
    .prepare<[string], { detail: string }>(
      'EXPLAIN QUERY PLAN SELECT guid FROM model WHERE host IS NULL AND folder = ? ORDER BY id DESC LIMIT 1',
    )
    .all('a');
  db.close();

  expect(plan.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX model_by_folder');
});
