import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { checkDatabase } from '../../../../server/base/db/check-database.ts';
import { knownSchema, schemaOf } from '../../../../server/base/db/migrate.ts';
import { findCopyBefore, openDataDatabase } from '../../../../server/base/db/open-data-database.ts';
import { restoreBackup } from '../../../../server/base/db/restore.ts';
import { checkLedger } from '../../../../server/billing/check-ledger.ts';
import { fillDatabase } from '../../../helpers/filled-database.ts';
import { loadLaterVersion, makeLaterVersion } from '../../../helpers/later-version.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const at = (time: string) => () => Date.parse(`2026-11-23T${time}Z`);
const scratch = makeFolder();
const later = await loadLaterVersion(makeLaterVersion(scratch));
const laterSchema = knownSchema + 2;

/** A data folder of this version, with an account that has money. */
function makeOldFolder() {
  const dataDir = mkdtempSync(path.join(scratch, 'data-'));
  const file = path.join(dataDir, 'lodestock.db');
  const db = openDataDatabase(dataDir);
  fillDatabase(db);
  db.close();
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

  const db = later.openDataDatabase(dataDir, at('10:00:00'));
  db.prepare("UPDATE account SET name = 'changed since', later = 'x'").run();
  const models = db.prepare('SELECT count(later) FROM model').pluck().get();
  db.close();

  const copy = path.join(copies, `2026-11-23T10-00-00Z-schema-${knownSchema}.backup`);
  expect(models).toBe(2);
  expect([file, path.join(dataDir, 'catalogue.db')].map(readSchema)).toEqual([laterSchema, laterSchema]);
  expect(readSchema(copy)).toBe(knownSchema);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  restoreBackup({
    ...{ dataDir, file: copy, at: '2026-11-23T11:00:00Z' },
    findFaults: (found) => [...checkDatabase(found), ...checkLedger(found)],
  });
  const restored = openDataDatabase(dataDir);
  expect(restored.prepare('SELECT name FROM account').pluck().all()).toEqual(['A']);
  expect(restored.prepare('SELECT balance_cents FROM ledger').pluck().all()).toEqual([10_000, 9700]);
  expect(restored.prepare('SELECT count(*) FROM model').pluck().get()).toBe(2);
  restored.close();
});

test('makes no copy where nothing is upgraded', () => {
  const { dataDir, copies } = makeOldFolder();
  later.openDataDatabase(dataDir, at('10:00:00')).close();

  later.openDataDatabase(dataDir, at('11:00:00')).close();

  expect(readdirSync(copies)).toHaveLength(1);
});

test('keeps the last two copies', () => {
  const { dataDir, file, copies } = makeOldFolder();
  const old = path.join(dataDir, 'old.db');
  copyFileSync(file, old);

  for (const time of ['10:00:00', '11:00:00', '12:00:00']) {
    later.openDataDatabase(dataDir, at(time)).close();
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    copyFileSync(old, file);
  }

  expect(readdirSync(copies).sort()).toEqual([
    `2026-11-23T11-00-00Z-schema-${knownSchema}.backup`,
    `2026-11-23T12-00-00Z-schema-${knownSchema}.backup`,
  ]);
});

test('upgrades nothing that it could not copy', () => {
  const { dataDir, file, copies } = makeOldFolder();
  writeFileSync(copies, 'in the way');

  expect(() => later.openDataDatabase(dataDir)).toThrow('EEXIST');

  expect(readSchema(file)).toBe(knownSchema);
});

test('an older version names the copy that it can go back to, and finds it', () => {
  const { dataDir, copies } = makeOldFolder();
  const before = findCopyBefore(dataDir);
  later.openDataDatabase(dataDir, at('10:00:00')).close();
  writeFileSync(path.join(copies, `2026-11-24T10-00-00Z-schema-${knownSchema + 1}.backup`), '');
  const copy = path.join(copies, `2026-11-23T10-00-00Z-schema-${knownSchema}.backup`);

  expect(before).toBeNull();
  expect(() => openDataDatabase(dataDir)).toThrow(
    `made by a newer Lodestock (schema ${laterSchema}, this one knows ${knownSchema}). Start the newer version, or restore ${copy},`,
  );
  expect(findCopyBefore(dataDir)).toBe(copy);
  rmSync(copies, { recursive: true });
  expect(() => findCopyBefore(dataDir)).toThrow('no copy that this version can read');
});

test.each([openDataDatabase, later.openDataDatabase])(
  'refuses accounts of an earlier preview, and leaves them as they are',
  (open) => {
    const { dataDir, file } = makeOldFolder();
    const db = new Database(file);
    db.exec('ALTER TABLE token DROP COLUMN resource');
    db.close();
    const before = readFileSync(file);

    expect(() => open(dataDir)).toThrow(
      `The data in ${dataDir} was made by an earlier preview of Lodestock, which this version cannot read; it is unchanged. Move`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dataDir)).not.toContain('before-upgrade');
  },
);

test('makes the catalogue of an earlier preview again', () => {
  const { dataDir } = makeOldFolder();
  const catalogue = new Database(path.join(dataDir, 'catalogue.db'));
  catalogue.exec('DROP INDEX shape_by_copies; ALTER TABLE shape DROP COLUMN hand');
  catalogue.close();

  const db = openDataDatabase(dataDir);

  expect(db.prepare('SELECT count(hand) FROM shape').pluck().get()).toBe(0);
  expect(db.prepare('SELECT name FROM account').pluck().all()).toEqual(['A']);
  db.close();
});
