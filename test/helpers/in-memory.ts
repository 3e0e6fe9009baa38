import Database from 'better-sqlite3';
import { migrate } from '../../server/base/db/migrate.ts';
import type { Db } from '../../server/base/db/open-database.ts';

/** Both parts of a database in one, as a database in memory has no second file. */
export function openInMemory(): Db {
  const db: Db = new Database(':memory:');
  migrate(db, 'accounts');
  db.pragma('user_version = 0');
  migrate(db, 'catalogue');
  return db;
}
