import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { loadServerKey } from '../keys.ts';
import { StartRefused } from '../storage/start-refused.ts';
import { writeBackup } from './backup.ts';
import { emptyOtherCatalogue } from './catalogue-file.ts';
import { isOfMigrations, knownSchema, schemaOf } from './migrate.ts';
import { type Db, openDatabase } from './open-database.ts';

/** In the data folder; readable only by the owner. */
const folderName = 'before-upgrade';
const kept = 2;
const namePattern = /^\S+-schema-(\d+)\.backup$/;

type Copy = { readonly file: string; readonly schema: number };

/** Backups made before upgrades, latest first: their names start with the time. */
function listCopies(dataDir: string): Copy[] {
  const folder = path.join(dataDir, folderName);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const schema = namePattern.exec(name)?.[1];
      return schema === undefined ? [] : [{ file: path.join(folder, name), schema: Number(schema) }];
    });
}

/** Writes a backup for `restore` and drops older ones. */
function keepCopy(db: Db, dataDir: string, at: string): void {
  const folder = path.join(dataDir, folderName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  loadServerKey(dataDir);
  const name = `${at.slice(0, 19).replaceAll(':', '-')}Z-schema-${schemaOf(db)}.backup`;
  const file = path.join(folder, name);
  // Another process that starts at the same time may have made it.
  if (!existsSync(file)) writeBackup({ db, dataDir, file, at });
  for (const old of listCopies(dataDir).slice(kept)) rmSync(old.file, { force: true });
}

const findFitting = (dataDir: string) => listCopies(dataDir).find(({ schema }) => schema <= knownSchema);

/** The backup from before a newer version upgraded the database; null if this version can read the database as it is. */
export function findCopyBefore(dataDir: string): string | null {
  const db = new Database(path.join(dataDir, 'lodestock.db'), { readonly: true, timeout: 5000 });
  try {
    if (schemaOf(db) <= knownSchema) return null;
  } finally {
    db.close();
  }
  const copy = findFitting(dataDir);
  if (copy !== undefined) return copy.file;
  throw new Error(
    `${path.join(dataDir, folderName)} has no copy that this version can read. Restore a backup.`,
  );
}

function refuseNewer(dataDir: string, found: number): void {
  const copy = findFitting(dataDir);
  const way = copy
    ? `restore ${copy.file}, the copy from before the upgrade; what came since is not in it.`
    : 'restore a backup.';
  throw new StartRefused(
    `The database was made by a newer Lodestock (schema ${found}, this one knows ${knownSchema}). Start the newer version, or ${way}`,
  );
}

function refuseOther(dataDir: string): void {
  const published = path.join(dataDir, 'published');
  throw new StartRefused(
    `The data in ${dataDir} was made by an earlier preview of Lodestock, which this version cannot read; it is unchanged. Move the folder away, or set LODESTOCK_DATA_DIR to another one: the library is read again, and models that people published are kept by copying ${published} into it.`,
  );
}

const remains = /^(catalogue\.db|server\.key|lodestock\.db-(wal|journal)|published|before-.*)$/;

/** A file that shows that the data folder was in use; undefined for an empty folder. */
function findRemains(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  return readdirSync(dataDir, { withFileTypes: true })
    .filter(({ name }) => remains.test(name))
    .map((entry) => ({ place: path.join(dataDir, entry.name), isFolder: entry.isDirectory() }))
    .find(({ place, isFolder }) => !isFolder || readdirSync(place).length > 0)?.place;
}

/** Throws if a used data folder has no database: a new one would have no accounts. */
export function requireAccounts(dataDir: string): void {
  const file = path.join(dataDir, 'lodestock.db');
  const left = existsSync(file) ? undefined : findRemains(dataDir);
  if (left === undefined) return;
  throw new StartRefused(
    `${file} is not there, and it has the accounts; ${left} beside it has none. Put it back, or restore a backup (node server/main.ts restore FILE). To start with no accounts, move everything in ${dataDir} away.`,
  );
}

/** Opens the database of a data folder. Before an upgrade it writes a backup into `before-upgrade`, or throws if that fails. */
export function openDataDatabase(dataDir: string, now: () => number = Date.now): Db {
  const file = path.join(dataDir, 'lodestock.db');
  requireAccounts(dataDir);
  if (existsSync(file)) {
    const db = new Database(file, { timeout: 5000 });
    try {
      const found = schemaOf(db);
      if (found > knownSchema) refuseNewer(dataDir, found);
      if (!isOfMigrations(db, 'accounts')) refuseOther(dataDir);
      if (found > 0 && found < knownSchema) keepCopy(db, dataDir, new Date(now()).toISOString());
    } finally {
      db.close();
    }
    emptyOtherCatalogue(file);
  }
  return openDatabase(file);
}
