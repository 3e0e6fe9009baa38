import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../platform/storage/log.ts';
import type { Checked } from './checked-files.ts';
import type { FolderContent } from './folder-content.ts';

/** A folder as last seen: the stamp of its receipt, and its content. */
type SeenFolder = { readonly folder: string; readonly stamp: string; readonly content: FolderContent };

export type IndexFile = ReturnType<typeof createIndexFile>;

const version = 1;
const schema = `
  CREATE TABLE IF NOT EXISTS folder (
    library TEXT NOT NULL, folder TEXT NOT NULL, stamp TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (library, folder)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checked (
    place TEXT PRIMARY KEY, mark TEXT NOT NULL, is_edited INTEGER NOT NULL
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
  const putChecked = db.prepare<[string, string, number]>('INSERT OR REPLACE INTO checked VALUES (?, ?, ?)');
  const drop = db.prepare<[string, string]>('DELETE FROM folder WHERE library = ? AND folder = ?');
  return {
    db,
    all: db.prepare<[string], { folder: string; stamp: string; content: string }>(
      'SELECT folder, stamp, content FROM folder WHERE library = ?',
    ),
    allChecked: db.prepare<[], { place: string; mark: string; isEdited: number }>(
      'SELECT place, mark, is_edited AS isEdited FROM checked',
    ),
    writeChecked: db.transaction((checked: ReadonlyMap<string, Checked>) => {
      for (const [place, { mark, isEdited }] of checked) putChecked.run(place, mark, Number(isEdited));
    }),
    write: db.transaction((library: string, seen: readonly SeenFolder[], removed: readonly string[]) => {
      for (const { folder, stamp, content } of seen) put.run(library, folder, stamp, JSON.stringify(content));
      for (const folder of removed) drop.run(library, folder);
    }),
  };
}

/** Stores the index of libraries across restarts. Errors are harmless, as everything can be read again. */
export function createIndexFile(file: string, log: Log) {
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
    /** Returns a library as last seen; empty if the file cannot be read. */
    read: (library: string): SeenFolder[] =>
      attempt(({ all }) => all.all(library).map((row) => ({ ...row, content: JSON.parse(row.content) })), []),
    write: (library: string, seen: readonly SeenFolder[], removed: readonly string[]): void =>
      attempt(({ write }) => write(library, seen, removed), undefined),
    readChecked: () =>
      attempt(
        ({ allChecked }) =>
          allChecked
            .all()
            .map(({ place, mark, isEdited }) => [place, { mark, isEdited: isEdited === 1 }] as const),
        [],
      ),
    writeChecked: (checked: ReadonlyMap<string, Checked>): void =>
      attempt(({ writeChecked }) => writeChecked(checked), undefined),
    close(): void {
      opened?.db.close();
      opened = null;
    },
  };
}
