import Database from 'better-sqlite3';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Connection } from '../base/db/open-database.ts';

/** The connection of charges and unlocks; only a group commits on it. */
export type MoneyDb = Connection<'money'>;

/**
 * The connection that writes money, and nothing else uses: no other writer can get into its transactions. It never
 * waits for a lock, as that would stop the event loop, and leaves checkpoints to others.
 */
export function openMoneyConnection(file: string): MoneyDb {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  // better-sqlite3 is built with NORMAL for WAL, which may lose the last commits at a power cut.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('wal_autocheckpoint = 0');
  db.pragma(`cache_size = -${cacheBudgets.moneyPages / 1024}`);
  return db;
}
