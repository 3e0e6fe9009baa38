import type { Db } from '../../db/open-database.ts';

export type FolderMemory = {
  /** The stamp of every folder of a model at its last visit. */
  readonly stamps: () => Map<string, string>;
  /** What its files have shown; null when it was never read. */
  readonly facts: (folder: string) => string | null;
  readonly save: (folder: string, seen: { readonly stamp: string; readonly facts: string }) => void;
  readonly restamp: (folder: string, stamp: string) => void;
  readonly forget: (folder: string) => void;
};

/** Keeps what visits of folders have shown, so that a re-scan reads no unchanged file. */
export function openFolderMemory(db: Db): FolderMemory {
  const stamps = db.prepare<[], [string, string]>('SELECT folder, stamp FROM scanned_folder').raw();
  const facts = db.prepare<[string], string>('SELECT facts FROM scanned_folder WHERE folder = ?').pluck();
  const save = db.prepare(
    `INSERT INTO scanned_folder (folder, stamp, facts) VALUES (?, ?, ?)
     ON CONFLICT (folder) DO UPDATE SET stamp = excluded.stamp, facts = excluded.facts`,
  );
  const restamp = db.prepare('UPDATE scanned_folder SET stamp = ? WHERE folder = ?');
  const forget = db.prepare('DELETE FROM scanned_folder WHERE folder = ?');
  return {
    stamps: () => new Map(stamps.all()),
    facts: (folder) => facts.get(folder) ?? null,
    save: (folder, seen) => void save.run(folder, seen.stamp, seen.facts),
    restamp: (folder, stamp) => void restamp.run(stamp, folder),
    forget: (folder) => void forget.run(folder),
  };
}
