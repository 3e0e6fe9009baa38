import type { Db } from '../../base/db/open-database.ts';
import { columnInFolder } from './folder-range.ts';

export type FolderMemory = {
  /** The stamp of a model's folder at its last visit. */
  readonly stampOf: (folder: string) => string | undefined;
  /** The folders of models that were visited in a folder; '' is the library. Nothing may be asked of the database meanwhile. */
  readonly beneath: (root: string) => Iterable<string>;
  /** What its files have shown; null when it was never read. */
  readonly facts: (folder: string) => string | null;
  readonly save: (folder: string, seen: { readonly stamp: string; readonly facts: string }) => void;
  readonly restamp: (folder: string, stamp: string) => void;
  readonly forget: (folder: string) => void;
};

/** Keeps what visits of folders have shown, so that a re-scan reads no unchanged file. */
export function openFolderMemory(db: Db): FolderMemory {
  const stampOf = db.prepare<[string], string>('SELECT stamp FROM scanned_folder WHERE folder = ?').pluck();
  const all = db.prepare<[], string>('SELECT folder FROM scanned_folder').pluck();
  const listed = db
    .prepare<[{ root: string }], string>(
      `SELECT folder FROM scanned_folder WHERE ${columnInFolder('folder')}`,
    )
    .pluck();
  const facts = db.prepare<[string], string>('SELECT facts FROM scanned_folder WHERE folder = ?').pluck();
  const save = db.prepare(
    `INSERT INTO scanned_folder (folder, stamp, facts) VALUES (?, ?, ?)
     ON CONFLICT (folder) DO UPDATE SET stamp = excluded.stamp, facts = excluded.facts`,
  );
  const restamp = db.prepare('UPDATE scanned_folder SET stamp = ? WHERE folder = ?');
  const forget = db.prepare('DELETE FROM scanned_folder WHERE folder = ?');
  return {
    stampOf: (folder) => stampOf.get(folder),
    beneath: (root) => (root === '' ? all.iterate() : listed.iterate({ root })),
    facts: (folder) => facts.get(folder) ?? null,
    save: (folder, seen) => void save.run(folder, seen.stamp, seen.facts),
    restamp: (folder, stamp) => void restamp.run(stamp, folder),
    forget: (folder) => void forget.run(folder),
  };
}
