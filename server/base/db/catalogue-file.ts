import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { syncFileSync, syncFolderSync } from '../storage/durable-files.ts';
import { renamePatientlySync } from '../storage/rename-patiently.ts';
import { StartRefused } from '../storage/start-refused.ts';
import { codeOf, toStorageFault } from '../storage/storage-fault.ts';
import { copyCatalogue, dropCatalogue, makeCatalogue, pairOf, pairOfCatalogue, shapeOf } from './divide.ts';
import { knownSchema, migrateCatalogue, readEmptyDatabase, schemaOf } from './migrate.ts';

/** The file that has the catalogue of a database, next to it. */
export function catalogueFileOf(file: string): string {
  const isOfFolder = path.basename(file) === 'lodestock.db';
  return isOfFolder ? path.join(path.dirname(file), 'catalogue.db') : `${file}.catalogue`;
}

/** What to do about a catalogue that cannot be read. */
export const adviceFor = (file: string) =>
  `Stop every server on the data folder, move ${file} and ${path.basename(file)}-wal away, and start again: the catalogue is read again, and nothing that people hold is in it.`;

const damages = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);
/** What SQLite keeps next to a database; of an earlier file of that name, it would be read into the new one. */
export const logEnds = ['-wal', '-shm', '-journal'] as const;
export function removeLogs(file: string): void {
  for (const end of logEnds) rmSync(file + end, { force: true });
}
export function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeLogs(file);
}

function emptyDatabase(db: Database.Database): void {
  const named = db
    .prepare<[string], string>("SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'")
    .pluck();
  for (const name of named.all('view')) db.exec(`DROP VIEW "${name}"`);
  for (const name of named.all('table')) db.exec(`DROP TABLE "${name}"`);
}

/**
 * Makes the file, or its tables again where it is that of another database, or applies what an older one lacks. In one
 * transaction, so that two processes that start at once do it one after the other.
 */
function makeReady(file: string, pair: string): void {
  // A file that this process has open already must not be opened here: closing it would drop SQLite's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const db = new Database(file, { timeout: 5000 });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = OFF');
    db.transaction(() => {
      if (pairOfCatalogue(db) === pair) migrateCatalogue(db);
      else {
        emptyDatabase(db);
        makeCatalogue(db, readEmptyDatabase(shapeOf), pair);
        db.pragma(`user_version = ${knownSchema}`);
      }
    }).exclusive();
  } finally {
    db.close();
  }
}

/**
 * Adds the catalogue to a connection, where it is in its own file: its tables are found by their names, as if they
 * were in the same file. A file that is not there is made, empty: what was in it is read again.
 */
export function attachCatalogue(db: Database.Database, cacheKibibytes?: number): void {
  const pair = pairOf(db);
  if (pair === null) return;
  const file = catalogueFileOf(db.name);
  try {
    attachFile(db, file, pair);
    if (cacheKibibytes !== undefined) db.pragma(`catalogue.cache_size = -${cacheKibibytes}`);
  } catch (cause) {
    if (!damages.has(codeOf(cause))) throw cause;
    throw new StartRefused(`${file} is damaged. ${adviceFor(file)}`, { cause });
  }
}

function attachFile(db: Database.Database, file: string, pair: string): void {
  const attach = () => void db.prepare('ATTACH ? AS catalogue').run(file);
  const isReady = () =>
    Number(db.pragma('catalogue.user_version', { simple: true })) === knownSchema &&
    pairOfCatalogue(db, 'catalogue') === pair;
  const isThere = existsSync(file);
  if (isThere) attach();
  if (!isThere || !isReady()) {
    if (isThere) db.exec('DETACH catalogue');
    makeReady(file, pair);
    attach();
  }
  db.pragma('catalogue.synchronous = FULL');
}

/** Writes the catalogue of a database that is one file into a new one, durably. */
function writeCatalogue(from: Database.Database, to: string, pair: string): void {
  removeDatabase(to);
  closeSync(openSync(to, 'wx', 0o600));
  const db = new Database(to);
  try {
    db.pragma('synchronous = OFF'); // the whole file is synced below
    db.pragma('foreign_keys = OFF');
    db.prepare('ATTACH ? AS source').run(from.name);
    db.transaction(() => copyCatalogue(db, shapeOf(from), pair))();
    db.exec('DETACH source');
    db.pragma(`user_version = ${knownSchema}`);
    db.pragma('journal_mode = WAL');
  } finally {
    db.close();
  }
  syncFileSync(to);
}

/**
 * Gives a database whose catalogue is lost that of another one, which is one file; does nothing where there is one again.
 * What is counted of its accounts is recounted.
 */
export function takeCatalogue(file: string, other: string): void {
  const catalogue = catalogueFileOf(file);
  const draft = `${catalogue}.new`;
  const own = new Database(file, { fileMustExist: true, timeout: 5000 });
  const from = new Database(other, { readonly: true });
  try {
    const pair = pairOf(own);
    if (pair === null || schemaOf(own) !== knownSchema)
      throw new Error('the database beside it is of another version');
    own.pragma('synchronous = FULL');
    writeCatalogue(from, draft, pair);
    own.prepare('ATTACH ? AS other').run(other);
    own
      .transaction(() => {
        own.exec(`INSERT INTO main.model_version (guid, version, content_hash)
          SELECT guid, version, content_hash FROM other.model_version WHERE true
          ON CONFLICT (guid) DO UPDATE SET version = excluded.version, content_hash = excluded.content_hash
          WHERE excluded.version > version;
        INSERT OR IGNORE INTO main.popularity_due (guid) SELECT guid FROM main.unlock`);
      })
      .immediate();
    own.exec('DETACH other');
    if (existsSync(catalogue)) return;
    removeLogs(catalogue);
    linkSync(draft, catalogue);
  } finally {
    own.close();
    from.close();
    removeDatabase(draft);
  }
}

/** What a division has done; it may be interrupted after each, and starts over until `divided`. */
export type DivisionStep = 'begun' | 'copied' | 'cleared' | 'placed' | 'dropped' | 'divided' | 'shrunk';

/**
 * Moves the catalogue of a database into its own file, for who has the folder alone: others would miss the tables.
 * What people hold stays where it is. Until the last commit the database is whole, and what was made next to it is not
 * looked at.
 */
export function divideDatabase(file: string, onStep: (step: DivisionStep) => void = () => {}): void {
  const db = new Database(file, { fileMustExist: true, timeout: 5000 });
  const catalogue = catalogueFileOf(file);
  const draft = `${catalogue}.new`;
  try {
    if (pairOf(db) !== null || schemaOf(db) !== knownSchema) return;
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = OFF');
    const pair = randomUUID();
    const divide = db.transaction(() => {
      onStep('begun');
      writeCatalogue(db, draft, pair);
      onStep('copied');
      removeLogs(catalogue);
      onStep('cleared');
      renamePatientlySync(draft, catalogue);
      syncFolderSync(path.dirname(catalogue));
      onStep('placed');
      dropCatalogue(db, pair);
      onStep('dropped');
    });
    divide.immediate();
    onStep('divided');
    shrink(db);
    onStep('shrunk');
  } finally {
    db.close();
    removeDatabase(draft);
  }
}

/** Gives back the room that the catalogue took; where there is too little for that, it is used again later. */
function shrink(db: Database.Database): void {
  try {
    db.exec('VACUUM');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (toStorageFault(error) === null) throw error;
  }
}
