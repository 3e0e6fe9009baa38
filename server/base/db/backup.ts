import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { syncFileSync } from '../storage/durable-files.ts';
import { renamePatientlySync } from '../storage/rename-patiently.ts';
import { catalogueFileOf, pairOf, pairOfCatalogue } from './catalogue-file.ts';
import type { Db } from './open-database.ts';
import { packCatalogue } from './packed-catalogue.ts';

type Backup = {
  readonly db: Db;
  readonly dataDir: string;
  readonly file: string;
  readonly at: string;
  /** False leaves out what is read or made again. */
  readonly withCatalogue?: boolean;
};

function copyBoth(db: Db, to: string): void {
  const catalogue = new Database(catalogueFileOf(db.name), { fileMustExist: true, timeout: 5000 });
  try {
    catalogue.pragma('foreign_keys = OFF');
    catalogue.prepare('ATTACH ? AS backup').run(to);
    catalogue.transaction(() => {
      // From here on, the catalogue is what it is at this moment: never newer than what is kept next to it.
      catalogue.prepare('SELECT count(*) FROM main.sqlite_master').get();
      db.prepare('VACUUM main INTO ?').run(to);
      packCatalogue(catalogue);
    })();
  } finally {
    catalogue.close();
  }
}

const lastBackup = 'last_backup_at';

/** Remembers that a person has a backup, so that admins see how old the last one is. */
export const noteBackup = (db: Db, at: string) =>
  db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(lastBackup, at);

/** When `backup` or an admin last made one; null: never. */
export const readLastBackup = (db: Db): string | null =>
  db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(lastBackup) ?? null;

/** Whether the file next to a database is there, and its own. */
function hasCatalogue(db: Db): boolean {
  const file = catalogueFileOf(db.name);
  if (!existsSync(file)) return false;
  const catalogue = new Database(file, { timeout: 5000 });
  try {
    return pairOfCatalogue(catalogue) === pairOf(db);
  } finally {
    catalogue.close();
  }
}

/**
 * Writes one file that only its owner may read: the database as it is at one moment, next to a running server too, with
 * the server's key in its own table. It takes its name only when it is whole.
 */
export function writeBackup({ db, dataDir, file, at, withCatalogue = true }: Backup): void {
  if (existsSync(file)) throw new Error(`${file} exists already. Name a file that does not.`);
  const folder = path.dirname(file);
  if (!existsSync(folder))
    throw new Error(`The folder ${folder} does not exist. Create it, or name another.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    if (withCatalogue && hasCatalogue(db)) copyBoth(db, part);
    else db.prepare('VACUUM main INTO ?').run(part);
    chmodSync(part, 0o600);
    const copy = new Database(part);
    copy.exec('CREATE TABLE backup (made_at TEXT NOT NULL, server_key BLOB NOT NULL) STRICT');
    copy.prepare('INSERT INTO backup VALUES (?, ?)').run(at, readFileSync(path.join(dataDir, 'server.key')));
    copy.close();
    syncFileSync(part);
    renamePatientlySync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
