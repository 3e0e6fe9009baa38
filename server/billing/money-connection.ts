import Database from 'better-sqlite3';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Connection } from '../base/db/open-database.ts';

/** The connection of charges and unlocks; only group commits use it. */
export type MoneyDb = Connection<'money'>;

/**
 * A connection for writing money only, so that no other writer gets into its transactions. It never waits for a lock,
 * which would block the event loop, and leaves checkpoints to others.
 */
export function openMoneyConnection(file: string): MoneyDb {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  // better-sqlite3 defaults to NORMAL for WAL, which can lose the last commits in a power cut.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('wal_autocheckpoint = 0');
  db.pragma(`cache_size = -${cacheBudgets.moneyPages / 1024}`);
  return db;
}
