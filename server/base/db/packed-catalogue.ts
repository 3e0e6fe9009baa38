import { chmodSync, closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { syncFileSync } from '../storage/durable-files.ts';
import { catalogueFileOf, pairOf, removeDatabase, setPairOfCatalogue } from './catalogue-file.ts';

type Thing = { readonly type: string; readonly name: string; readonly sql: string };

const copyRows = (db: Database.Database, things: readonly Thing[], from: string, to: string) => {
  for (const { type, name } of things)
    if (type === 'table') db.exec(`INSERT INTO ${to}.${name} SELECT * FROM ${from}.${name}`);
};

const copySequence = (db: Database.Database, things: readonly Thing[], from: string, to: string) => {
  const remove = db.prepare(`DELETE FROM ${to}.sqlite_sequence WHERE name = ?`);
  const add = db.prepare(
    `INSERT INTO ${to}.sqlite_sequence SELECT * FROM ${from}.sqlite_sequence WHERE name = ?`,
  );
  for (const { name } of things.filter(({ type }) => type === 'table')) {
    remove.run(name);
    add.run(name);
  }
};

/** Writes the catalogue that `db` has open into the attached `backup`: its rows, and the SQL to recreate its schema. */
export function packCatalogue(db: Database.Database): void {
  db.exec(`CREATE TABLE backup.packed_catalogue (type TEXT NOT NULL, name TEXT NOT NULL, sql TEXT NOT NULL) STRICT;
    INSERT INTO backup.packed_catalogue SELECT type, name, sql FROM main.sqlite_master
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`);
  const things = db.prepare<[], Thing>('SELECT type, name, sql FROM backup.packed_catalogue').all();
  for (const { type, sql } of things)
    if (type === 'table') db.exec(sql.replace(/^CREATE TABLE /, 'CREATE TABLE backup.'));
  copyRows(db, things, 'main', 'backup');
  copySequence(db, things, 'main', 'backup');
}

/** Extracts the catalogue from a backup into its own file next to it. False if the backup has none. */
export function unpackCatalogue(file: string): boolean {
  const to = catalogueFileOf(file);
  removeDatabase(to);
  const own = new Database(file, { fileMustExist: true });
  const isPacked = own.prepare("SELECT 1 FROM sqlite_master WHERE name = 'packed_catalogue'").get();
  const pair = pairOf(own);
  const schema = Number(own.pragma('user_version', { simple: true }));
  own.close();
  if (isPacked === undefined || pair === null) return false;
  closeSync(openSync(to, 'wx', 0o600));
  chmodSync(to, 0o600);
  const db = new Database(to);
  try {
    db.pragma('synchronous = OFF'); // the whole file is synced below
    db.pragma('foreign_keys = OFF');
    db.prepare('ATTACH ? AS backup').run(file);
    const things = db.prepare<[], Thing>('SELECT type, name, sql FROM backup.packed_catalogue').all();
    db.transaction(() => {
      const make = (type: string) => {
        for (const thing of things) if (thing.type === type) db.exec(thing.sql);
      };
      make('table');
      copyRows(db, things, 'backup', 'main');
      copySequence(db, things, 'backup', 'main');
      for (const type of ['index', 'view', 'trigger']) make(type);
      setPairOfCatalogue(db, pair);
      for (const { type, name } of things) if (type === 'table') db.exec(`DROP TABLE backup.${name}`);
      db.exec('DROP TABLE backup.packed_catalogue');
      db.pragma(`user_version = ${schema}`);
    })();
    db.exec('VACUUM backup; DETACH backup');
    db.pragma('journal_mode = WAL');
  } finally {
    db.close();
  }
  syncFileSync(to);
  return true;
}
