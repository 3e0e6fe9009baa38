import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { writeBackup } from '../../../../server/base/db/backup.ts';
import { catalogueFileOf } from '../../../../server/base/db/catalogue-file.ts';
import { checkDatabase } from '../../../../server/base/db/check-database.ts';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { restoreBackup } from '../../../../server/base/db/restore.ts';
import { loadServerKey } from '../../../../server/base/keys.ts';
import { checkLedger } from '../../../../server/billing/check-ledger.ts';
import { createCatalogueWriter } from '../../../../server/catalogue/write/catalogue-writer.ts';
import { fillDatabase } from '../../../helpers/filled-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { tablesOf } from '../../../helpers/table-kinds.ts';
import { toModelData } from '../../catalogue/search/engine/catalogue-fixture.ts';

function openPlace() {
  const dataDir = makeFolder();
  const file = path.join(dataDir, 'lodestock.db');
  const open = () => {
    const db = openDatabase(file);
    onTestFinished(() => void db.close());
    return db;
  };
  return { dataDir, file, catalogue: catalogueFileOf(file), open };
}

/** A folder with accounts and models. */
function makeFilled() {
  const folder = openPlace();
  const db = openDatabase(folder.file);
  fillDatabase(db);
  const before = dump(db);
  db.close();
  return { ...folder, before };
}

const tables = [...tablesOf('Of accounts'), ...tablesOf('Kept'), ...tablesOf('Derived')].filter(
  (name) => name !== 'revision',
);

/** Every row that there is, apart from what tells one database from another. */
function dump(db: Db): Record<string, unknown[][]> {
  const rowsOf = (sql: string) => db.prepare<[], unknown[]>(sql).raw().all();
  const rows = Object.fromEntries(tables.map((name) => [name, rowsOf(`SELECT * FROM ${name} ORDER BY 1`)]));
  const own = ['catalogue', 'catalogue_id', 'restored_at'];
  return {
    ...rows,
    setting: rowsOf('SELECT name, value FROM setting UNION SELECT name, value FROM catalogue_setting').filter(
      ([name]) => !own.includes(String(name)),
    ),
    callers: rowsOf('SELECT number FROM caller_revision'),
    revisions: rowsOf('SELECT * FROM revision WHERE id > 1'),
    sequence: rowsOf('SELECT name, seq FROM catalogue_sequence').filter(([name]) =>
      tablesOf('Derived').includes(String(name)),
    ),
    ledgerRows: rowsOf("SELECT seq FROM sqlite_sequence WHERE name = 'ledger'"),
  };
}

/** All that both files have but rows. */
function shapesOf(file: string): unknown {
  return [file, catalogueFileOf(file)].map((name) => {
    const db = new Database(name, { readonly: true });
    const shape = db
      .prepare("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2")
      .all();
    db.close();
    return shape;
  });
}

const namesIn = (file: string) => {
  const db = new Database(file, { readonly: true });
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all();
  db.close();
  return names.sort();
};

test('each table is in one of the two files, with all its rows', () => {
  const { file, catalogue, before, open } = makeFilled();

  const db = open();

  expect(before.model).toHaveLength(2);
  expect(dump(db)).toEqual(before);
  expect(namesIn(catalogue)).toEqual([...tablesOf('Derived'), 'catalogue_setting'].sort());
  expect(namesIn(file)).toEqual([...tablesOf('Of accounts'), ...tablesOf('Kept'), 'caller_revision'].sort());
  expect([...checkDatabase(db), ...checkLedger(db)]).toEqual([]);
  expect(statSync(catalogue).mode & 0o777).toBe(0o600);
});

test('counts changes of callers and of the catalogue as before', () => {
  const { open } = makeFilled();
  const db = open();
  const callers = db.prepare('SELECT number FROM caller_revision').pluck();
  const catalogue = db.prepare('SELECT number FROM revision WHERE id = 2').pluck();
  const before = [Number(callers.get()), Number(catalogue.get())];

  db.exec("UPDATE account SET role = 'admin'; DELETE FROM token; UPDATE model SET title = 'other'");

  expect(
    [Number(callers.get()), Number(catalogue.get())].map((now, index) => now - (before[index] ?? 0)),
  ).toEqual([2, 2]);
});

test('without its catalogue everything that people hold is there', () => {
  const { catalogue, before, open } = makeFilled();
  for (const end of ['', '-wal', '-shm']) rmSync(catalogue + end, { force: true });

  const db = open();

  const after = dump(db);
  for (const name of [...tablesOf('Of accounts'), ...tablesOf('Kept')].filter((table) => table !== 'setting'))
    expect(after[name], name).toEqual(before[name]);
  expect(after.model).toEqual([]);
  expect([...checkDatabase(db), ...checkLedger(db)]).toEqual([]);
});

test('never takes the catalogue of another database for its own', () => {
  const { catalogue, open } = makeFilled();
  const other = makeFilled();
  rmSync(catalogue);
  writeFileSync(catalogue, '');
  const copy = openDatabase(other.file);
  copy.prepare('VACUUM catalogue INTO ?').run(catalogue);
  copy.close();

  const db = open();

  expect(db.prepare('SELECT count(*) FROM model').pluck().get()).toBe(0);
  expect(db.prepare('SELECT count(*) FROM account').pluck().get()).toBe(1);
});

test('says what to do about a damaged catalogue, and touches nothing', () => {
  const { file, catalogue } = makeFilled();
  writeFileSync(catalogue, 'x'.repeat(8192));

  expect(() => openDatabase(file)).toThrow(`${catalogue} is damaged. Restart the server`);
  expect(statSync(catalogue).size).toBe(8192);
});

test('two connections that are opened at once agree on one catalogue', () => {
  const { open } = makeFilled();
  const [one, other] = [open(), open()];

  one.exec("UPDATE model SET title = 'seen by both'");

  expect(other.prepare('SELECT DISTINCT title FROM model').pluck().all()).toEqual(['seen by both']);
});

test('a backup of both files is one file, and gives back both', () => {
  const { dataDir, before, open, file, catalogue } = makeFilled();
  loadServerKey(dataDir);
  const backup = path.join(dataDir, 'kept.backup');
  const db = openDatabase(file);
  writeBackup({ db, dataDir, file: backup, at: '2026-01-01T00:00:00Z' });
  const idOf = (of: Db) =>
    of.prepare("SELECT value FROM catalogue_setting WHERE name = 'catalogue_id'").pluck().get();
  const id = idOf(db);
  const shape = shapesOf(file);
  db.exec("DELETE FROM model; UPDATE account SET name = 'since'");
  db.close();

  const { aside } = restoreBackup({
    ...{ dataDir, file: backup, at: '2026-01-02T00:00:00Z' },
    findFaults: (found) => [...checkDatabase(found), ...checkLedger(found)],
  });

  const restored = open();
  expect(dump(restored)).toEqual(before);
  expect(idOf(restored)).not.toBe(id);
  expect(shapesOf(file)).toEqual(shape);
  expect([...checkDatabase(restored), ...checkLedger(restored)]).toEqual([]);
  expect(existsSync(path.join(aside, 'catalogue.db'))).toBe(true);
  expect(statSync(catalogue).mode & 0o777).toBe(0o600);
});

test('a backup without the catalogue has all that people hold', () => {
  const { dataDir, before, open, file } = makeFilled();
  loadServerKey(dataDir);
  const backup = path.join(dataDir, 'small.backup');
  const db = openDatabase(file);
  writeBackup({ db, dataDir, file: backup, at: '2026-01-01T00:00:00Z', withCatalogue: false });
  db.exec("UPDATE account SET name = 'since'");
  db.close();

  restoreBackup({
    ...{ dataDir, file: backup, at: '2026-01-02T00:00:00Z' },
    findFaults: (found) => [...checkDatabase(found), ...checkLedger(found)],
  });

  const after = dump(open());
  for (const name of [...tablesOf('Of accounts'), ...tablesOf('Kept')].filter((table) => table !== 'setting'))
    expect(after[name], name).toEqual(before[name]);
  expect(after.model).toEqual([]);
  expect(namesIn(backup)).not.toContain('model');
});

test('a database that has lost its catalogue can be backed up before an upgrade', () => {
  const { dataDir, file, catalogue } = makeFilled();
  loadServerKey(dataDir);
  rmSync(catalogue);
  const backup = path.join(dataDir, 'rest.backup');
  const db = new Database(file);

  writeBackup({ db, dataDir, file: backup, at: '2026-01-01T00:00:00Z' });
  db.close();

  expect(namesIn(backup)).toContain('ledger');
  expect(existsSync(catalogue)).toBe(false);
});

test('a version grows, though what is kept of it came back from an older file', () => {
  const db = makeFilled().open();
  const writer = createCatalogueWriter(db, Date.now);
  const model = toModelData('chair', { title: 'chair' });
  const version = db.prepare("SELECT version FROM model WHERE guid = 'chair'").pluck();
  writer.put({ ...model, contentHash: 'second' });
  const second = version.get();
  db.exec("UPDATE model_version SET version = 1, content_hash = 'first'");

  writer.put({ ...model, contentHash: 'third' });

  expect([second, version.get()]).toEqual([2, 3]);
});

test('keeps as much of the catalogue in memory as of the rest', () => {
  const { open } = makeFilled();

  const db = open();

  const cacheOf = (name: string) => db.pragma(`${name}.cache_size`, { simple: true });
  expect(cacheOf('catalogue')).toBe(cacheOf('main'));
  expect(cacheOf('main')).toBe(-65_536);
});
