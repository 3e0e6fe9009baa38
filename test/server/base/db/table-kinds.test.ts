import { expect, test } from 'vitest';
import { type Part, readEmptyPart } from '../../../../server/base/db/migrate.ts';
import { movedTables } from '../../../../server/shared-accounts/move/moved-tables.ts';
import { copiedTables } from '../../../../server/sync/copy/copied-tables.ts';
import { tablesOf } from '../../../helpers/table-kinds.ts';

const [ofAccounts, kept, derived] = [tablesOf('Of accounts'), tablesOf('Kept'), tablesOf('Derived')];

const tablesIn = (part: Part) =>
  readEmptyPart(part, (db) =>
    db
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .pluck()
      .all()
      .sort(),
  );

test('each table is of one kind, and in the file for that', () => {
  expect(tablesIn('accounts')).toEqual([...ofAccounts, ...kept, 'caller_revision'].sort());
  expect(tablesIn('catalogue')).toEqual([...derived, 'catalogue_setting'].sort());
});

test('those of accounts are what moves with them', () => {
  expect(ofAccounts.toSorted()).toEqual(movedTables.map(({ name }) => name).sort());
});

test('a copy of a catalogue has what is derived, and the versions that hosts gave', () => {
  const others = copiedTables.filter((name) => !derived.includes(name));

  expect(others).toEqual(['model_version']);
});
