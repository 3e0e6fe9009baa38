import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type FolderWork, takeFolderWork } from '../storage/folder-work.ts';
import { catalogueFileOf } from './catalogue-file.ts';
import { type DataFolderLock, holdDataFolder } from './data-folder-lock.ts';
import { schemaOf } from './migrate.ts';

type HeldData = { readonly lock: DataFolderLock; readonly work: FolderWork };

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
