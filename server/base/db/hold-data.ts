import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type FolderWork, takeFolderWork } from '../storage/folder-work.ts';
import { toStorageFault } from '../storage/storage-fault.ts';
import { catalogueFileOf, divideDatabase } from './catalogue-file.ts';
import {
  type DataFolderLock,
  holdDataFolder,
  tryHoldDataFolder,
  tryTakeDataFolder,
} from './data-folder-lock.ts';
import { pairOf } from './divide.ts';
import { schemaOf } from './migrate.ts';
import { openDataDatabase } from './open-data-database.ts';

type HeldData = { readonly lock: DataFolderLock; readonly work: FolderWork };

/** What became of the file with the catalogue at a start; null where there is nothing to tell. */
export type CatalogueNews =
  | { readonly kind: 'divided'; readonly seconds: number }
  | { readonly kind: 'whole'; readonly why: 'others' | 'room' }
  | { readonly kind: 'lost' }
  | null;

const askAgainEvery = 100;

/**
 * Holds a data folder, and takes its work where no other process has it. Waits while the one that has it divides the
 * database; throws while the folder is being restored.
 */
export async function holdData(dataDir: string): Promise<HeldData> {
  const work = takeFolderWork(dataDir);
  try {
    for (;;) {
      const lock = work.isOurs() ? holdDataFolder(dataDir) : tryHoldDataFolder(dataDir);
      if (lock !== null) return { lock, work };
      await delay(askAgainEvery);
    }
  } catch (error) {
    work.release();
    throw error;
  }
}

/** How the database of a folder is: not there, in one file, in two, or in two of which that of the catalogue is lost. */
export function lookAtDatabase(dataDir: string): 'absent' | 'whole' | 'divided' | 'lost' {
  const file = path.join(dataDir, 'lodestock.db');
  if (!existsSync(file)) return 'absent';
  const db = new Database(file, { timeout: 5000 });
  try {
    if (schemaOf(db) === 0) return 'absent';
    if (pairOf(db) === null) return 'whole';
    return existsSync(catalogueFileOf(file)) ? 'divided' : 'lost';
  } finally {
    db.close();
  }
}

function divide(dataDir: string): CatalogueNews {
  const began = performance.now();
  openDataDatabase(dataDir).close(); // upgrades it
  try {
    divideDatabase(path.join(dataDir, 'lodestock.db'));
    return { kind: 'divided', seconds: Math.round(performance.now() - began) / 1000 };
  } catch (error) {
    if (toStorageFault(error) === null) throw error;
    return { kind: 'whole', why: 'room' };
  }
}

/**
 * Gives the catalogue its own file, if no other process has the folder: others would miss its tables.
 * Until then, the database stays one file. Only the process with the folder's work does, so that others can wait for it.
 */
export function divideIfAlone(
  dataDir: string,
  { lock, work }: HeldData,
): { lock: DataFolderLock; news: CatalogueNews } {
  const state = lookAtDatabase(dataDir);
  if (state !== 'whole') return { lock, news: state === 'lost' ? { kind: 'lost' } : null };
  if (!work.isOurs()) return { lock, news: { kind: 'whole', why: 'others' } };
  lock.release();
  const alone = tryTakeDataFolder(dataDir);
  try {
    const news: CatalogueNews = alone === null ? { kind: 'whole', why: 'others' } : divide(dataDir);
    alone?.release();
    return { lock: holdDataFolder(dataDir), news };
  } catch (error) {
    alone?.release();
    throw error;
  }
}
