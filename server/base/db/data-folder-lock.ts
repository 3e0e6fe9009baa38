import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

export type DataFolderLock = { release(): void };

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * A lock of the operating system on a data folder, gone with its process: shared by everyone who serves it, exclusive for
 * who replaces it. SQLite's locks on its own empty file, as Node has none.
 */
function lock(dataDir: string, how: 'shared' | 'exclusive'): DataFolderLock | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(path.join(dataDir, 'in-use.lock'), { timeout: 0 });
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec(how === 'shared' ? 'BEGIN; SELECT count(*) FROM sqlite_schema' : 'BEGIN EXCLUSIVE');
    if (how === 'shared') db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Throws while the folder is being replaced. */
export function holdDataFolder(dataDir: string): DataFolderLock {
  const held = lock(dataDir, 'shared');
  if (held === null) throw new Error(`${dataDir} is being restored. Start the server when that is done.`);
  return held;
}

/** Throws while a server serves the folder. */
export function takeDataFolder(dataDir: string): DataFolderLock {
  const taken = lock(dataDir, 'exclusive');
  if (taken === null) throw new Error(`A server runs on ${dataDir}. Stop it first; nothing was changed.`);
  return taken;
}
