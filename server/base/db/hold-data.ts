import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { takeFolderWork } from '../storage/folder-work.ts';
import { catalogueFileOf, isDamaged, setAside } from './catalogue-file.ts';
import { holdDataFolder, takeDataFolder } from './data-folder-lock.ts';
import { schemaOf } from './migrate.ts';

/** Locks a data folder for serving, and takes its background work if free. Throws while the folder is being restored. */
export function holdData(dataDir: string) {
  const work = takeFolderWork(dataDir);
  try {
    return { lock: holdDataFolder(dataDir), work };
  } catch (error) {
    work.release();
    throw error;
  }
}

/** Sets a damaged catalogue aside if no process serves the folder; returns its new path. Call it before locking the folder. */
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
