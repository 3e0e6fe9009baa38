import { z } from 'zod';
import type { Db } from '../../../base/db/open-database.ts';
import { createProblems } from '../../../catalogue/write/problems.ts';
import { columnInFolder } from '../../corrections/folder-range.ts';
import type { KnownFolder, Recognised, Visited } from '../visit.ts';

export type FolderMemory = {
  /** The memory of a folder's last visit, without its facts; null if it had no model. */
  readonly find: (folder: string) => KnownFolder | null;
  /** The folders of models that were visited in a folder; '' is the library. Do not use the database while iterating. */
  readonly beneath: (root: string) => Iterable<string>;
  /** The facts from its files; null if it was never read. */
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

type Rereads = {
  /** The folders whose visits read them, and those where models have the guid of others, which may have changed. */
  readonly folders: () => readonly string[];
  readonly in: (folder: string) => readonly string[] | 'all';
  /** A folder was looked at. */
  readonly note: (folder: string, found: Visited['kind']) => void;
  /** Forgets what was read since, and what is gone. */
  readonly settle: () => void;
};

const reading = new Set<Visited['kind']>(['model', 'models', 'gone', 'container']);

/** Files to read even if their marks are unchanged: those with other bytes than expected, or all. */
export function openRereads(db: Db, memory: Pick<FolderMemory, 'find'>, isAll = false): Rereads {
  const problems = createProblems(db);
  const places = new Map<string, string[]>();
  const read: string[] = [];
  for (const { path, folder } of problems.distrusted()) {
    const visited = findVisited(folder);
    places.set(visited, [...(places.get(visited) ?? []), path]);
  }

  /** The folder of a recognised model is called by the visited one and a name. */
  function findVisited(folder: string): string {
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 1))
      if (memory.find(folder.slice(0, end)) !== null) return folder.slice(0, end);
    return '';
  }

  return {
    folders: () => [
      ...places.keys(),
      ...problems.list().flatMap(({ kind, path }) => (kind === 'duplicate' || kind === 'copy' ? [path] : [])),
    ],
    in: (folder) => (isAll ? 'all' : (places.get(folder) ?? [])),
    note(folder, found) {
      if (reading.has(found)) read.push(...(places.get(folder) ?? []));
    },
    settle() {
      for (const path of read) problems.trust(path);
      if (places.size > 0) problems.tidy();
    },
  };
}
