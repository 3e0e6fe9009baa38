import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../log.ts';
import type { FolderContent } from './folder-content.ts';

/** A folder as it was seen: what its receipt was, and what it told. */
type SeenFolder = { readonly folder: string; readonly stamp: string; readonly content: FolderContent };

export type IndexFile = {
  /** What was seen of a library when it was looked at last; nothing where the file cannot be read. */
  readonly read: (library: string) => SeenFolder[];
  /** Writes what changed: `removed` are folders. */
  readonly write: (library: string, seen: readonly SeenFolder[], removed: readonly string[]) => void;
  readonly close: () => void;
};

const version = 1;
const schema = `
  CREATE TABLE IF NOT EXISTS folder (
    library TEXT NOT NULL, folder TEXT NOT NULL, stamp TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (library, folder)
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${version};
`;

function open(file: string): Database.Database {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    if (Number(db.pragma('user_version', { simple: true })) !== version)
      db.exec('DROP TABLE IF EXISTS folder');
    db.exec(schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function openAnew(file: string): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    return open(file);
  } catch {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return open(file);
  }
}

function prepare(db: Database.Database) {
  const put = db.prepare<[string, string, string, string]>(
    'INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?)',
  );
  const drop = db.prepare<[string, string]>('DELETE FROM folder WHERE library = ? AND folder = ?');
  return {
    db,
    all: db.prepare<[string], { folder: string; stamp: string; content: string }>(
      'SELECT folder, stamp, content FROM folder WHERE library = ?',
    ),
    write: db.transaction((library: string, seen: readonly SeenFolder[], removed: readonly string[]) => {
      for (const { folder, stamp, content } of seen) put.run(library, folder, stamp, JSON.stringify(content));
      for (const folder of removed) drop.run(library, folder);
    }),
  };
}

/** Keeps what was seen of libraries over restarts. All of it can be read from the libraries again: no fault of it matters. */
export function createIndexFile(file: string, log: Log): IndexFile {
  let opened: ReturnType<typeof prepare> | null | undefined;
  const attempt = <T>(work: (file: ReturnType<typeof prepare>) => T, otherwise: T): T => {
    try {
      if (opened === undefined) opened = prepare(openAnew(file));
      return opened === null ? otherwise : work(opened);
    } catch (error) {
      log.warn('library.index-not-kept', { file, error });
      opened?.db.close();
      opened = null;
      return otherwise;
    }
  };
  return {
    read: (library) =>
      attempt(({ all }) => all.all(library).map((row) => ({ ...row, content: JSON.parse(row.content) })), []),
    write: (library, seen, removed) => attempt(({ write }) => write(library, seen, removed), undefined),
    close() {
      opened?.db.close();
      opened = null;
    },
  };
}
