import type { Db } from '../db/open-database.ts';

/** What a file was like when it was read for the inventory. */
export type FileStamp = { readonly sizeBytes: number; readonly modifiedNs: bigint; readonly sha256: string };

export type FileStamps = {
  /** Null when the file was never read, or is not read any more; `path` is relative to the library. */
  readonly find: (path: string) => FileStamp | null;
};

type Row = { readonly sizeBytes: number; readonly modified: string; readonly sha256: string | null };

/** A verdict that rests on other files carries their digest behind the time. */
export const toNanoseconds = (modified: string) => BigInt(/^-?\d+/.exec(modified)?.[0] ?? -1);

/** Sizes and times of change as the last scan saw them, so that a file that was replaced since is noticed. */
export function createFileStamps(db: Db): FileStamps {
  const select = db.prepare<[string], Row>(
    `SELECT size_bytes AS sizeBytes, modified_ns AS modified, inspection ->> 'sha256' AS sha256
     FROM scanned_file WHERE path = ?`,
  );
  return {
    find(path) {
      const row = select.get(path);
      if (!row || row.sha256 === null) return null;
      return { sizeBytes: row.sizeBytes, modifiedNs: toNanoseconds(row.modified), sha256: row.sha256 };
    },
  };
}
