import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { renamePatientlySync } from '../storage/rename-patiently.ts';
import type { Db } from './open-database.ts';

type Backup = {
  readonly db: Db;
  readonly dataDir: string;
  readonly file: string;
  readonly at: string;
};

function sync(file: string) {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Writes one file that only its owner may read: the database as it is at one moment, beside a running server too, with
 * the server's key in a table of its own. It takes its name only when it is whole.
 */
export function writeBackup({ db, dataDir, file, at }: Backup): void {
  if (existsSync(file)) throw new Error(`${file} exists already. Name a file that does not.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    closeSync(openSync(part, 'wx', 0o600));
    db.prepare('VACUUM INTO ?').run(part);
    chmodSync(part, 0o600);
    const copy = new Database(part);
    copy.exec('CREATE TABLE backup (made_at TEXT NOT NULL, server_key BLOB NOT NULL) STRICT');
    copy.prepare('INSERT INTO backup VALUES (?, ?)').run(at, readFileSync(path.join(dataDir, 'server.key')));
    copy.close();
    sync(part);
    renamePatientlySync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
