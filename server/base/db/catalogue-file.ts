import { chmodSync, closeSync, existsSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { syncFileSync } from '../storage/durable-files.ts';
import { renamePatientlySync } from '../storage/rename-patiently.ts';
import { StartRefused } from '../storage/start-refused.ts';
import { codeOf } from '../storage/storage-fault.ts';
import { isOfMigrations, knownSchema, migrate, schemaOf } from './migrate.ts';

export function catalogueFileOf(file: string): string {
  const isOfFolder = path.basename(file) === 'lodestock.db';
  return isOfFolder ? path.join(path.dirname(file), 'catalogue.db') : `${file}.catalogue`;
}

/** Setting that pairs the two files: in `setting` of one, in `catalogue_setting` of the other. */
export const pairName = 'catalogue';

export function pairOf(db: Database.Database): string | null {
  const isThere = db.prepare("SELECT 1 FROM main.sqlite_master WHERE name = 'setting'").get() !== undefined;
  if (!isThere) return null;
  const find = db.prepare<[string], string>('SELECT value FROM main.setting WHERE name = ?').pluck();
  return find.get(pairName) ?? null;
}

/** The pair name of a catalogue; null if the file is not a catalogue. */
export function pairOfCatalogue(db: Database.Database, schema = 'main'): string | null {
  const isThere = db.prepare(`SELECT 1 FROM ${schema}.sqlite_master WHERE name = 'catalogue_setting'`).get();
  if (isThere === undefined) return null;
  const find = db.prepare<[string], string>(`SELECT value FROM ${schema}.catalogue_setting WHERE name = ?`);
  return find.pluck().get(pairName) ?? null;
}

export function setPairOfCatalogue(db: Database.Database, pair: string, schema = 'main'): void {
  db.prepare(`INSERT OR REPLACE INTO ${schema}.catalogue_setting (name, value) VALUES (?, ?)`).run(
    pairName,
    pair,
  );
}

export const damageAdvice =
  'Restart the server; with several processes on the data folder, stop all of them first. It sets the file aside and reads the catalogue again; nothing that people hold is in it.';

export const isDamage = (error: unknown) => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** Empty marker file beside a catalogue with damage that opening it does not reveal. */
const noteOf = (file: string) => `${file}.damaged`;
export const noteDamage = (file: string) => writeFileSync(noteOf(file), '', { mode: 0o600 });

/** Whether the next start must set a catalogue aside. */
export function isDamaged(file: string): boolean {
  if (!existsSync(file)) return false;
  if (existsSync(noteOf(file))) return true;
  const db = new Database(file, { timeout: 5000 });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

/** Moves a catalogue away, so that a new one is created; returns its new path. */
export function setAside(file: string, at: string): string {
  const aside = `${file}.damaged-${at.slice(0, 19).replaceAll(':', '-')}Z`;
  renamePatientlySync(file, aside);
  removeLogs(file);
  rmSync(noteOf(file), { force: true });
  return aside;
}

/** SQLite's log files beside a database. Leftovers of an earlier file with that name would be read into the new one. */
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
  db.pragma('user_version = 0');
}

/** Empties a catalogue whose tables differ from ours, as earlier previews left them, so that it is rebuilt. */
export function emptyOtherCatalogue(database: string): void {
  const file = catalogueFileOf(database);
  if (!existsSync(file)) return;
  const db = new Database(file, { timeout: 5000 });
  try {
    if (schemaOf(db) > knownSchema || isOfMigrations(db, 'catalogue')) return;
    db.pragma('foreign_keys = OFF');
    db.transaction(() => emptyDatabase(db)).exclusive();
  } catch (error) {
    if (!isDamage(error)) throw error;
  } finally {
    db.close();
  }
}

/** Creates the file, recreates another database's tables, or migrates; one transaction, as two processes may start at once. */
function makeReady(file: string, pair: string): void {
  // Never open a file that this process already has open: closing it would drop SQLite's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const db = new Database(file, { timeout: 5000 });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = OFF');
    db.transaction(() => {
      if (pairOfCatalogue(db) !== pair) emptyDatabase(db);
      migrate(db, 'catalogue');
      setPairOfCatalogue(db, pair);
    }).exclusive();
  } finally {
    db.close();
  }
}

/** Attaches the catalogue to a connection; its tables are found by name. A missing file is created empty, for the next scan. */
export function attachCatalogue(db: Database.Database, cacheKibibytes?: number): void {
  const pair = pairOf(db);
  if (pair === null) throw new Error(`${db.name} is not a database of Lodestock.`);
  const file = catalogueFileOf(db.name);
  try {
    attachFile(db, file, pair);
    if (cacheKibibytes !== undefined) db.pragma(`catalogue.cache_size = -${cacheKibibytes}`);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    throw new StartRefused(`${file} is damaged. ${damageAdvice}`, { cause });
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

/** Replaces a lost catalogue by a copy of another site's, if still lost, and recomputes counts from this server's accounts. */
export function takeCatalogue(file: string, copy: string): void {
  const own = new Database(file, { fileMustExist: true, timeout: 5000 });
  try {
    const pair = pairOf(own);
    if (pair === null || schemaOf(own) !== knownSchema)
      throw new Error('the database beside it is of another version');
    own.pragma('synchronous = FULL');
    own.prepare('ATTACH ? AS copy').run(copy);
    own
      .transaction(() => {
        own.exec(`INSERT INTO main.model_version (guid, version, content_hash)
          SELECT guid, version, content_hash FROM copy.model_version WHERE true
          ON CONFLICT (guid) DO UPDATE SET version = excluded.version, content_hash = excluded.content_hash
          WHERE excluded.version > version;
        INSERT OR IGNORE INTO main.popularity_due (guid) SELECT guid FROM main.unlock`);
      })
      .immediate();
    own.exec('DROP TABLE copy.model_version');
    setPairOfCatalogue(own, pair, 'copy');
    own.pragma('copy.journal_mode = WAL');
    own.exec('DETACH copy');
  } finally {
    own.close();
  }
  chmodSync(copy, 0o600);
  syncFileSync(copy);
  const catalogue = catalogueFileOf(file);
  if (existsSync(catalogue)) return;
  removeLogs(catalogue);
  linkSync(copy, catalogue);
}
