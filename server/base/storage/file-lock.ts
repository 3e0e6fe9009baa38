import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { toStorageFault } from './storage-fault.ts';

export type FileLock = { release(): void };

/** Takes a lock that the system releases with the process (SQLite's, as Node has none); null if another process has it. */
export function tryLock(file: string, how: 'shared' | 'exclusive'): FileLock | null {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec(how === 'shared' ? 'BEGIN' : 'BEGIN EXCLUSIVE');
    if (how === 'shared') db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (toStorageFault(error) === 'locked') return null;
    throw error;
  }
}
