import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, expect, test } from 'vitest';
import { catalogueTables } from '../../../../server/base/db/catalogue-tables.ts';
import { hashGuid } from '../../../../server/base/db/hash-guid.ts';
import {
  knownSchema,
  migrate,
  migrations,
  readEmptyDatabase,
  schemaOf,
} from '../../../../server/base/db/migrate.ts';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';

const oldSchema = path.resolve(import.meta.dirname, '../../../fixtures/databases/schema-19.sql');
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-migrations-'));
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database of the time before the first release, of any schema from 19 on, with an account that has paid for a model. */
function makeOldDatabase(file: string, schema = 19) {
  const old = new Database(file);
  old.exec(readFileSync(oldSchema, 'utf8'));
  old.exec(`
    INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'admin', '');
    INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at)
      VALUES ('a', 'credit', 10000, 10000, 'Welcome', '1');
    INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, guid, reason, at)
      VALUES ('a', 'unlock', -300, 9700, 'g', 'G', '2');
    INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES ('a', 'g', 'G', 2, '2');
  `);
  old.function('hash_guid', (guid) => hashGuid(String(guid)));
  for (const { number, sql } of migrations) if (number <= schema) old.exec(sql);
  old.pragma(`user_version = ${schema}`);
  return old;
}

/** Tables with their columns, and every index, trigger and view, without regard to how their text is written. */
function describeSchema(db: Db) {
  const things = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type, name",
    )
    .all();
  return things.map(({ type, name, sql }) => ({
    type,
    name,
    is:
      type === 'table'
        ? db.pragma(`table_xinfo(${name})`)
        : sql.replace(/--.*$/gm, '').replaceAll('"', '').replace(/\s+/g, ' '),
    references: type === 'table' ? db.pragma(`foreign_key_list(${name})`) : [],
  }));
}

test('keeps money and unlocks over an upgrade', () => {
  const file = path.join(folder, 'old.db');
  makeOldDatabase(file).close();

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

test.each([19, ...migrations.map(({ number }) => number)])(
  'makes a database of schema %i as a new one',
  (schema) => {
    const upgraded = makeOldDatabase(':memory:', schema);

    migrate(upgraded);

    expect(describeSchema(upgraded)).toEqual(readEmptyDatabase(describeSchema));
    expect(upgraded.prepare('SELECT count(*) FROM unlock').pluck().get()).toBe(1);
    expect(schemaOf(upgraded)).toBe(knownSchema);
  },
);

test('refuses a database of a preview and leaves it whole', () => {
  const file = path.join(folder, 'preview.db');
  const preview = new Database(file);
  preview.exec('CREATE TABLE model (id INTEGER PRIMARY KEY); PRAGMA user_version = 12');
  preview.close();

  expect(() => openDatabase(file)).toThrow('from a preview of Lodestock (schema 12)');
  const after = new Database(file);
  expect(after.pragma('user_version', { simple: true })).toBe(12);
  after.close();
});

test('numbers each migration once, in the order in which they are applied', () => {
  const numbers = migrations.map(({ number }) => number);

  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test('later migrations change the tables of one of the two files', () => {
  const mixed = migrations.filter(({ number, isOfCatalogue, sql }) => {
    const named = catalogueTables.filter((table) =>
      new RegExp(`\\b${table}\\b`).test(sql.replace(/--.*$/gm, '')),
    );
    return number > 90 && named.length > 0 !== isOfCatalogue;
  });

  expect(mixed).toEqual([]);
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
