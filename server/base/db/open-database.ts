import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { cacheBudgets } from '../cache-budgets.ts';
import { attachCatalogue } from './catalogue-file.ts';
import { migrate } from './migrate.ts';

declare const purpose: unique symbol;

/** A connection for one purpose; the type keeps two purposes apart. */
export type Connection<Purpose extends string> = Database.Database & { readonly [purpose]?: Purpose };

/** The connection for everything but money. */
export type Db = Connection<'main'>;

/** Lets only the owner read the file, which has addresses and password hashes; SQLite gives its log the same mode. */
function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Never open a file that this process already has open: closing it would drop SQLite's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

export function openAccounts(file: string): Db {
  makePrivate(file);
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  // better-sqlite3 defaults to NORMAL for WAL, which can lose the last commits in a power cut.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma(`cache_size = -${cacheBudgets.databasePages / 1024}`);
  migrate(db, 'accounts');
  return db;
}

/** Opens, creates or upgrades the database. Commits are durable, because it holds money. */
export function openDatabase(file: string): Db {
  const db = openAccounts(file);
  attachCatalogue(db, cacheBudgets.cataloguePages / 1024);
  return db;
}

export function openBeside(
  file: string,
  options: Omit<Database.Options, 'fileMustExist'> = {},
): Database.Database {
  const db = new Database(file, { ...options, fileMustExist: true });
  attachCatalogue(db);
  return db;
}
