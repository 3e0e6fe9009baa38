import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { movedTables } from '../../../../server/accounts/move/moved-tables.ts';
import { migrate } from '../../../../server/base/db/migrate.ts';
import { copiedTables } from '../../../../server/sync/copy/copied-tables.ts';
import { tablesOf } from '../../../helpers/table-kinds.ts';

const [ofAccounts, kept, derived] = [tablesOf('Of accounts'), tablesOf('Kept'), tablesOf('Derived')];

test('each table is of one kind: of accounts, kept or derived', () => {
  const db = new Database(':memory:');
  migrate(db);
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all();
  db.close();

  expect([...ofAccounts, ...kept, ...derived].sort()).toEqual(tables.sort());
});

test('those of accounts are what moves with them', () => {
  expect(ofAccounts.toSorted()).toEqual(movedTables.map(({ name }) => name).sort());
});

test('a copy of a catalogue has what is derived, and the versions that hosts gave', () => {
  const others = copiedTables.filter((name) => !derived.includes(name));

  expect(others).toEqual(['model_version']);
});
