import type { Db } from '../../../base/db/open-database.ts';
import { createProblems } from '../../../catalogue/write/problems.ts';
import type { Visited } from '../visit.ts';
import type { FolderMemory } from './folder-memory.ts';

export type Rereads = {
  /** The folders whose visits read them. */
  readonly folders: () => readonly string[];
  readonly in: (folder: string) => readonly string[] | 'all';
  /** A folder was looked at. */
  readonly note: (folder: string, found: Visited['kind']) => void;
  /** Forgets what was read since, and what is gone. */
  readonly settle: () => void;
};

const reading = new Set<Visited['kind']>(['model', 'models', 'gone', 'container']);

/** Files that are to be read whatever their marks say: those that were found to have other bytes, or all. */
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
    folders: () => [...places.keys()],
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
