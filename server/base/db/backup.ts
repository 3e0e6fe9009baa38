import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { syncFileSync } from '../storage/durable-files.ts';
import { renamePatientlySync } from '../storage/rename-patiently.ts';
import { catalogueFileOf, pairOf, pairOfCatalogue } from './catalogue-file.ts';
import type { Db } from './open-database.ts';
import { packCatalogue } from './packed-catalogue.ts';

export type Backup = {
  readonly db: Db;
  readonly dataDir: string;
  readonly file: string;
  /** ISO 8601. */
  readonly at: string;
  /** False leaves out everything that can be read or made again. */
  readonly withCatalogue?: boolean;
};

function copyBoth(db: Db, to: string): void {
  const catalogue = new Database(catalogueFileOf(db.name), { fileMustExist: true, timeout: 5000 });
  try {
    catalogue.pragma('foreign_keys = OFF');
    catalogue.prepare('ATTACH ? AS backup').run(to);
    catalogue.transaction(() => {
      // Starts the read transaction: the packed catalogue is never newer than the accounts' copy.
      catalogue.prepare('SELECT count(*) FROM main.sqlite_master').get();
      db.prepare('VACUUM main INTO ?').run(to);
      packCatalogue(catalogue);
    })();
  } finally {
    catalogue.close();
  }
}

const lastBackup = 'last_backup_at';

/** Records the time of a backup, so that admins see how old the last one is. */
export const noteBackup = (db: Db, at: string) =>
  db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(lastBackup, at);

/** Time of the last backup, by the `backup` command or an admin; null if there was none. */
export const readLastBackup = (db: Db): string | null =>
  db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(lastBackup) ?? null;

/** Whether the database's own catalogue file is next to it. */
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
 * Writes a snapshot of the database, with the server's key in its own table, to one file that only its owner can read.
 * Safe beside a running server. The file gets its name only once it is complete.
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
