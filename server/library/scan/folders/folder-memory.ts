import { z } from 'zod';
import type { Db } from '../../../base/db/open-database.ts';
import { createProblems } from '../../../catalogue/write/problems.ts';
import { columnInFolder } from '../../corrections/folder-range.ts';
import type { ReadModel, Recognised, Visited } from '../visit.ts';

export type FolderMemory = ReturnType<typeof openFolderMemory>;

type Seen = Pick<ReadModel, 'stamp' | 'facts' | 'ownFields'> & {
  readonly recognised: Recognised | null;
};

const StoredRecognised = z.object({ models: z.array(z.string()), elsewhere: z.array(z.string()) });

/** Stores the results of visits, so that a rescan reads no unchanged file. */
export function openFolderMemory(db: Db) {
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
    /** A folder's last visit without its facts; null if there were no models. */
    find(folder: string) {
      const row = find.get(folder);
      if (!row) return null;
      const recognised = row.recognised === null ? null : StoredRecognised.parse(JSON.parse(row.recognised));
      return { stamp: row.stamp, facts: null, recognised };
    },
    /** Visited folders with models inside a folder; '' is the library. Do not use the database while iterating. */
    beneath: (root: string) => (root === '' ? all.iterate() : listed.iterate({ root })),
    /** Facts from its files; null if it was never read. */
    facts: (folder: string) => facts.get(folder) ?? null,
    save(folder: string, { stamp, facts: text, recognised, ownFields }: Seen) {
      const found = recognised === null ? null : JSON.stringify(recognised);
      save.run(folder, stamp, text, found, JSON.stringify(ownFields));
    },
    restamp: (folder: string, stamp: string) => void restamp.run(stamp, folder),
    forget: (folder: string) => void forget.run(folder),
  };
}

const reading = new Set<Visited['kind']>(['model', 'models', 'gone', 'container']);

/** Lists files to read even if their marks are unchanged: those whose bytes differ from the inventory, or all. */
export function openRereads(db: Db, memory: Pick<FolderMemory, 'find'>, isAll = false) {
  const problems = createProblems(db);
  const places = new Map<string, string[]>();
  const read: string[] = [];
  for (const { path, folder } of problems.distrusted()) {
    const visited = findVisited(folder);
    places.set(visited, [...(places.get(visited) ?? []), path]);
  }

  /** Returns the visited folder: a recognised model's folder is the visited one plus a name. */
  function findVisited(folder: string): string {
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 1))
      if (memory.find(folder.slice(0, end)) !== null) return folder.slice(0, end);
    return '';
  }

  return {
    /** Folders whose visits read these, and those whose models clashed with others, which may have changed. */
    folders: () => [
      ...places.keys(),
      ...problems.list().flatMap(({ kind, path }) => (kind === 'duplicate' || kind === 'copy' ? [path] : [])),
    ],
    in: (folder: string) => (isAll ? 'all' : (places.get(folder) ?? [])),
    /** Call after each visit. */
    note(folder: string, found: Visited['kind']) {
      if (reading.has(found)) read.push(...(places.get(folder) ?? []));
    },
    /** Forgets files that have been read since, or are gone. */
    settle() {
      for (const path of read) problems.trust(path);
      if (places.size > 0) problems.tidy();
    },
  };
}
