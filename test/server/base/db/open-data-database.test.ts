import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { checkDatabase } from '../../../../server/base/db/check-database.ts';
import { knownSchema, schemaOf } from '../../../../server/base/db/migrate.ts';
import { findCopyBefore, openDataDatabase } from '../../../../server/base/db/open-data-database.ts';
import { restoreBackup } from '../../../../server/base/db/restore.ts';
import { checkLedger } from '../../../../server/billing/check-ledger.ts';

const oldSchema = path.resolve(import.meta.dirname, '../../../fixtures/databases/schema-19.sql');
const at = (time: string) => () => Date.parse(`2026-11-23T${time}Z`);

/** A data folder of an older version, with an account that has money. */
function makeOldFolder() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-upgrade-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = path.join(dataDir, 'lodestock.db');
  const old = new Database(file);
  old.exec(readFileSync(oldSchema, 'utf8'));
  old.exec(`
    INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'admin', '');
    INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at)
      VALUES ('a', 'credit', 10000, 10000, 'Welcome', '1');
  `);
  old.close();
  return { dataDir, file, copies: path.join(dataDir, 'before-upgrade') };
}
const readSchema = (file: string) => {
  const db = new Database(file, { readonly: true });
  try {
    return schemaOf(db);
  } finally {
    db.close();
  }
};

test('keeps a copy from before an upgrade, which can be restored', () => {
  const { dataDir, file, copies } = makeOldFolder();

  const db = openDataDatabase(dataDir, at('10:00:00'));
  db.prepare("UPDATE account SET name = 'changed since'").run();
  db.close();

  const copy = path.join(copies, '2026-11-23T10-00-00Z-schema-19.backup');
  expect(readSchema(file)).toBe(knownSchema);
  expect(readSchema(copy)).toBe(19);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  restoreBackup({
    ...{ dataDir, file: copy, at: '2026-11-23T11:00:00Z' },
    findFaults: (found) => [...checkDatabase(found), ...checkLedger(found)],
  });
  const restored = openDataDatabase(dataDir);
  expect(restored.prepare('SELECT name FROM account').pluck().all()).toEqual(['A']);
  expect(restored.prepare('SELECT balance_cents FROM ledger').pluck().all()).toEqual([10_000]);
  restored.close();
});

test('makes no copy where nothing is upgraded', () => {
  const { dataDir, copies } = makeOldFolder();
  openDataDatabase(dataDir, at('10:00:00')).close();

  openDataDatabase(dataDir, at('11:00:00')).close();

  expect(readdirSync(copies)).toHaveLength(1);
});

test('keeps the last two copies', () => {
  const { dataDir, file, copies } = makeOldFolder();
  const old = `${file}.old`;
  copyFileSync(file, old);

  for (const time of ['10:00:00', '11:00:00', '12:00:00']) {
    openDataDatabase(dataDir, at(time)).close();
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(old, file);
  }

  expect(readdirSync(copies).sort()).toEqual([
    '2026-11-23T11-00-00Z-schema-19.backup',
    '2026-11-23T12-00-00Z-schema-19.backup',
  ]);
});

test('upgrades nothing that it could not copy', () => {
  const { dataDir, file, copies } = makeOldFolder();
  writeFileSync(copies, 'in the way');

  expect(() => openDataDatabase(dataDir)).toThrow('EEXIST');

  expect(readSchema(file)).toBe(19);
});

test('an older version names the copy that it can go back to', () => {
  const { dataDir, file, copies } = makeOldFolder();
  mkdirSync(copies);
  const copy = path.join(copies, `2026-11-20T10-00-00Z-schema-${knownSchema}.backup`);
  writeFileSync(copy, '');
  writeFileSync(path.join(copies, `2026-11-22T10-00-00Z-schema-${knownSchema + 1}.backup`), '');
  const newer = new Database(file);
  newer.pragma(`user_version = ${knownSchema + 2}`);
  newer.close();

  expect(() => openDataDatabase(dataDir)).toThrow(
    `made by a newer Lodestock (schema ${knownSchema + 2}, this one knows ${knownSchema}). Start the newer version, or restore ${copy},`,
  );
});

test('finds what an older version goes back to, only if it has to', () => {
  const { dataDir, file, copies } = makeOldFolder();
  const db = openDataDatabase(dataDir, at('10:00:00'));
  db.close();
  expect(findCopyBefore(dataDir)).toBeNull();

  const newer = new Database(file);
  newer.pragma(`user_version = ${knownSchema + 1}`);
  newer.close();

  expect(findCopyBefore(dataDir)).toBe(path.join(copies, '2026-11-23T10-00-00Z-schema-19.backup'));
  rmSync(copies, { recursive: true });
  expect(() => findCopyBefore(dataDir)).toThrow('no copy that this version can read');
});
