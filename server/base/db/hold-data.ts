import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { FileLock } from '../storage/file-lock.ts';
import { type FolderWork, takeFolderWork } from '../storage/folder-work.ts';
import { catalogueFileOf, isDamaged, setAside } from './catalogue-file.ts';
import { holdDataFolder, takeDataFolder } from './data-folder-lock.ts';
import { schemaOf } from './migrate.ts';

type HeldData = { readonly lock: FileLock; readonly work: FolderWork };

/** Holds a data folder, and takes its work where no other process has it. Throws while the folder is being restored. */
export function holdData(dataDir: string): HeldData {
  const work = takeFolderWork(dataDir);
  try {
    return { lock: holdDataFolder(dataDir), work };
  } catch (error) {
    work.release();
    throw error;
  }
}

/**
 * Sets a damaged catalogue aside where no process serves the folder, as what was in it can be read again; answers where it
 * is then. Called before the folder is held.
 */
export function rescueCatalogue(dataDir: string, at: string): string | null {
  const file = catalogueFileOf(path.join(dataDir, 'lodestock.db'));
  if (!isDamaged(file)) return null;
  const lock = takeDataFolder(dataDir);
  try {
    return setAside(file, at);
  } finally {
    lock.release();
  }
}

/** Whether the folder has a database, and its catalogue is not beside it. */
export function isCatalogueLost(dataDir: string): boolean {
  const file = path.join(dataDir, 'lodestock.db');
  if (!existsSync(file) || existsSync(catalogueFileOf(file))) return false;
  const db = new Database(file, { timeout: 5000 });
  try {
    return schemaOf(db) > 0;
  } finally {
    db.close();
  }
}
