import type { Db } from '../../db/open-database.ts';
import type { DiskFile } from './walk-library.ts';

type Row = { path: string; size_bytes: number; modified_ns: string; inspection: string };
type Seen = { readonly path: string; readonly file: DiskFile; readonly value: unknown };

export type ScanMemory = {
  /** What was learnt of a file when it had this size and time of change; undefined when it must be read. */
  recall(path: string, file: DiskFile): unknown;
  remember(path: string, file: DiskFile, value: unknown): void;
  /** Writes what is new, and forgets the files that were neither recalled nor remembered when `isComplete`. */
  save(isComplete: boolean): void;
};

/** Keeps what reading a file has shown, so that a re-scan reads no unchanged file. */
export function openScanMemory(db: Db): ScanMemory {
  const rows = db.prepare<[], Row>('SELECT * FROM scanned_file').all();
  const known = new Map(rows.map((row) => [row.path, row]));
  const insert = db.prepare(
    'INSERT OR REPLACE INTO scanned_file (path, size_bytes, modified_ns, inspection) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM scanned_file WHERE path = ?');
  const met = new Set<string>();
  let fresh: Seen[] = [];

  return {
    recall(path, file) {
      const row = known.get(path);
      if (row?.size_bytes !== file.sizeBytes || row.modified_ns !== file.modifiedNs) return undefined;
      met.add(path);
      return JSON.parse(row.inspection);
    },
    remember(path, file, value) {
      met.add(path);
      fresh.push({ path, file, value });
    },
    save: db.transaction((isComplete: boolean) => {
      for (const { path, file, value } of fresh)
        insert.run(path, file.sizeBytes, file.modifiedNs, JSON.stringify(value));
      fresh = [];
      if (!isComplete) return;
      for (const path of known.keys()) if (!met.has(path)) remove.run(path);
    }),
  };
}
