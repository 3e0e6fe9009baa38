import type { Db } from '../base/db/open-database.ts';

/** A file's state when the inventory was read. */
type FileStamp = { readonly sizeBytes: number; readonly mark: bigint; readonly sha256: string };

export type FileStamps = ReturnType<typeof createFileStamps>;

type Row = { readonly sizeBytes: number; readonly mark: string; readonly sha256: string };

/** Sizes and marks from the last scan, to notice files that were replaced since. */
export function createFileStamps(db: Db) {
  const columns = 'size_bytes AS sizeBytes, CAST(modified_ns AS TEXT) AS mark, sha256';
  const select = db.prepare<[string, string, string, string], Row>(
    `SELECT ${columns} FROM file WHERE relative_path = ? AND model_id IN (SELECT id FROM model WHERE folder = ?)
     UNION ALL
     SELECT ${columns} FROM poster WHERE path = ? AND model_id IN (SELECT id FROM model WHERE folder = ?)
     LIMIT 1`,
  );
  const atPlace = db.prepare<[{ place: string; sha256: string }], Row>(
    `SELECT ${columns} FROM file WHERE place = @place AND sha256 = @sha256
     UNION ALL SELECT ${columns} FROM poster WHERE place = @place AND sha256 = @sha256 LIMIT 1`,
  );
  const toStamp = (row: Row): FileStamp => ({ ...row, mark: BigInt(row.mark) });
  const findIn = (folder: string, relativePath: string) =>
    select.get(relativePath, folder, relativePath, folder);
  return {
    /** Null if the file was never read, or is no longer; `path` is relative to the library. */
    find(path: string) {
      for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
        const row = findIn(path.slice(0, end), path.slice(end + 1));
        if (row) return toStamp(row);
      }
      return null;
    },
    /** State of a file of a recognised model, by its path in the library. */
    findPlace(place: string, sha256: string) {
      const row = atPlace.get({ place, sha256 });
      return row ? toStamp(row) : null;
    },
  };
}
