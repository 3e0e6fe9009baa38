import { z } from 'zod';
import type { Db } from '../../../base/db/open-database.ts';
import { columnInFolder } from '../../corrections/folder-range.ts';
import type { KnownFolder, Recognised } from '../visit.ts';

export type FolderMemory = {
  /** What is known of a folder since its last visit, without its facts; null when it had no model. */
  readonly find: (folder: string) => KnownFolder | null;
  /** The folders of models that were visited in a folder; '' is the library. Nothing may be asked of the database meanwhile. */
  readonly beneath: (root: string) => Iterable<string>;
  /** What its files have shown; null when it was never read. */
  readonly facts: (folder: string) => string | null;
  readonly save: (folder: string, seen: Seen) => void;
  readonly restamp: (folder: string, stamp: string) => void;
  readonly forget: (folder: string) => void;
};

type Seen = {
  readonly stamp: string;
  readonly facts: string;
  readonly said: readonly string[];
  readonly recognised: Recognised | null;
};

const StoredRecognised = z.object({ models: z.array(z.string()), elsewhere: z.array(z.string()) });

/** Keeps what visits of folders have shown, so that a re-scan reads no unchanged file. */
export function openFolderMemory(db: Db): FolderMemory {
  const find = db.prepare<[string], { readonly stamp: string; readonly recognised: string | null }>(
    'SELECT stamp, recognised FROM scanned_folder WHERE folder = ?',
  );
  const all = db.prepare<[], string>('SELECT folder FROM scanned_folder').pluck();
  const listed = db
    .prepare<[{ root: string }], string>(
      `SELECT folder FROM scanned_folder WHERE ${columnInFolder('folder')}`,
    )
    .pluck();
  const facts = db.prepare<[string], string>('SELECT facts FROM scanned_folder WHERE folder = ?').pluck();
  const save = db.prepare(
    `INSERT INTO scanned_folder (folder, stamp, facts, recognised, said) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (folder) DO UPDATE SET stamp = excluded.stamp, facts = excluded.facts, recognised = excluded.recognised,
       said = excluded.said`,
  );
  const restamp = db.prepare('UPDATE scanned_folder SET stamp = ? WHERE folder = ?');
  const forget = db.prepare('DELETE FROM scanned_folder WHERE folder = ?');
  return {
    find(folder) {
      const row = find.get(folder);
      if (!row) return null;
      const recognised = row.recognised === null ? null : StoredRecognised.parse(JSON.parse(row.recognised));
      return { stamp: row.stamp, facts: null, recognised };
    },
    beneath: (root) => (root === '' ? all.iterate() : listed.iterate({ root })),
    facts: (folder) => facts.get(folder) ?? null,
    save(folder, { stamp, facts: text, recognised, said }) {
      const found = recognised === null ? null : JSON.stringify(recognised);
      save.run(folder, stamp, text, found, JSON.stringify(said));
    },
    restamp: (folder, stamp) => void restamp.run(stamp, folder),
    forget: (folder) => void forget.run(folder),
  };
}
