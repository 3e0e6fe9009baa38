import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { cacheBudgets } from '../cache-budgets.ts';
import { attachCatalogue } from './catalogue-file.ts';
import { migrate } from './migrate.ts';

declare const purpose: unique symbol;

/** A connection to the database file for one purpose; the type keeps two purposes apart. */
export type Connection<Purpose extends string> = Database.Database & { readonly [purpose]?: Purpose };

/** The connection of everything but money. */
export type Db = Connection<'main'>;

/** Readable only by its owner, because it has addresses and password hashes; SQLite gives its log the same rights. */
function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // A file that this process has open already must not be opened here: closing it would drop SQLite's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Makes or upgrades what people hold, without the catalogue's file. */
export function openAccounts(file: string): Db {
  makePrivate(file);
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  // better-sqlite3 is built with NORMAL for WAL, which may lose the last commits at a power cut.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma(`cache_size = -${cacheBudgets.databasePages / 1024}`);
  migrate(db, 'accounts');
  return db;
}

/** Opens (and makes or upgrades) the database. Commits are durable: money is in it. */
export function openDatabase(file: string): Db {
  const db = openAccounts(file);
  attachCatalogue(db, cacheBudgets.cataloguePages / 1024);
  return db;
}

/** One more connection to a database that is open. */
export function openBeside(
  file: string,
  options: Omit<Database.Options, 'fileMustExist'> = {},
): Database.Database {
  const db = new Database(file, { ...options, fileMustExist: true });
  attachCatalogue(db);
  return db;
}
