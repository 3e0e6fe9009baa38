import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { renamePatientlySync } from '../storage/rename-patiently.ts';
import type { Backup } from './backup.ts';
import { catalogueFileOf, logEnds, pairName, removeDatabase, removeLogs } from './catalogue-file.ts';
import { takeDataFolder } from './data-folder-lock.ts';
import type { Finding } from './finding.ts';
import { type Db, openDatabase } from './open-database.ts';
import { unpackCatalogue } from './packed-catalogue.ts';

type Restoring = Pick<Backup, 'dataDir' | 'file' | 'at'> & {
  /** Checks the backup; a backup with faults is not used. */
  readonly findFaults: (db: Db) => readonly Finding[];
};

type Made = { readonly at: string; readonly key: Buffer };

const filesOf = (database: string) => [database, ...logEnds.map((end) => database + end)];

function readMade(file: string): Made {
  const notOurs = (cause?: unknown) =>
    new Error(`${file} is not a backup of Lodestock, or it is damaged. Name a file that backup wrote.`, {
      cause,
    });
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const row = db.prepare<[], Made>('SELECT made_at AS at, server_key AS key FROM backup').get();
      if (row?.key.length !== 32) throw notOurs();
      return row;
    } finally {
      db.close();
    }
  } catch (error) {
    throw notOurs(error);
  }
}

/** Copies the backup, upgrades and checks the copy. True if its catalogue is next to it. Throws on any fault. */
function prepare({ file, at, findFaults }: Restoring, ready: string): boolean {
  copyFileSync(file, ready);
  chmodSync(ready, 0o600);
  const copy = new Database(ready);
  copy.exec('DROP TABLE backup');
  const name = copy.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  name.run(pairName, randomUUID()); // so that it accepts no other catalogue
  name.run('restored_at', at); // makes a file host start a new epoch
  copy.close();
  const hasCatalogue = unpackCatalogue(ready);
  const db = openDatabase(ready);
  try {
    const faults = findFaults(db).map(({ what }) => what);
    if (faults.length > 0)
      throw new Error(`${file} is not sound, so nothing was changed: ${faults.join(' ')}`);
    // Keeps this catalogue from using a search index of the replaced one.
    db.exec("UPDATE catalogue_setting SET value = lower(hex(randomblob(8))) WHERE name = 'catalogue_id'");
    // Following sites would drop newer models if this old catalogue claimed to be complete.
    db.exec("DELETE FROM catalogue_setting WHERE name = 'library_read'");
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  return hasCatalogue;
}

/** Copies the current files into a folder next to them. */
function keepAside(dataDir: string, at: string): string {
  const aside = path.join(dataDir, `before-restore-${at.replaceAll(/[:.]/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of [...filesOf('lodestock.db'), 'server.key']) {
    const from = path.join(dataDir, name);
    if (existsSync(from)) copyFileSync(from, path.join(aside, name));
  }
  return aside;
}

/** Replaces database and key by a checked backup; moves current files to a folder. Throws while a server runs on it. */
export function restoreBackup(restoring: Restoring): { readonly madeAt: string; readonly aside: string } {
  const { dataDir, file, at } = restoring;
  const made = readMade(file);
  const lock = takeDataFolder(dataDir);
  const ready = path.join(dataDir, 'lodestock.db.restoring');
  try {
    const hasCatalogue = prepare(restoring, ready);
    const aside = keepAside(dataDir, at);
    removeLogs(path.join(dataDir, 'lodestock.db'));
    renamePatientlySync(ready, path.join(dataDir, 'lodestock.db'));
    writeFileSync(path.join(dataDir, 'server.key.new'), made.key, { mode: 0o600 });
    renamePatientlySync(path.join(dataDir, 'server.key.new'), path.join(dataDir, 'server.key'));
    // Last, because it does not belong to the current files.
    for (const name of filesOf('catalogue.db'))
      if (existsSync(path.join(dataDir, name)))
        renamePatientlySync(path.join(dataDir, name), path.join(aside, name));
    if (hasCatalogue) renamePatientlySync(catalogueFileOf(ready), path.join(dataDir, 'catalogue.db'));
    return { madeAt: made.at, aside };
  } finally {
    removeDatabase(ready);
    removeDatabase(catalogueFileOf(ready));
    lock.release();
  }
}
