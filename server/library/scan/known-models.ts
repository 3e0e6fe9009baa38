import type { Db } from '../../base/db/open-database.ts';
import { columnInFolder } from './folder-range.ts';

/** What the catalogue knows of this server's own models. */
export type KnownModels = {
  readonly guidOf: (folder: string) => string | undefined;
  readonly folderOf: (guid: string) => string | undefined;
  /** Folder and guid of all models in a folder; '' is the library. Nothing may be asked of the database meanwhile. */
  readonly beneath: (root: string) => Iterable<readonly [folder: string, guid: string]>;
  /** Guids of the models that were known before and have these contents. */
  readonly withContent: (contentHash: string) => readonly string[];
  readonly count: () => number;
};

/** Asks the database model by model: a scan of one folder must not cost what a million others are. */
export function createKnownModels(db: Db): KnownModels {
  const own = 'FROM model WHERE host IS NULL';
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM model').pluck().get() ?? 0;
  const guidOf = db
    .prepare<[string], string>(`SELECT guid ${own} AND folder = ? ORDER BY id DESC LIMIT 1`)
    .pluck();
  const folderOf = db.prepare<[string], string>(`SELECT folder ${own} AND guid = ?`).pluck();
  const all = db.prepare<[], [string, string]>(`SELECT folder, guid ${own}`).raw();
  const listed = db
    .prepare<[{ root: string }], [string, string]>(
      `SELECT folder, guid ${own} AND ${columnInFolder('folder')}`,
    )
    .raw();
  const withContent = db
    .prepare<[string, string, number], string>(
      `SELECT guid ${own} AND substr(content_hash, 1, 12) = substr(?, 1, 12) AND content_hash = ? AND id <= ? ORDER BY guid`,
    )
    .pluck();
  const count = db
    .prepare<[], number>('SELECT (SELECT count(*) FROM model) - count(*) FROM model WHERE host IS NOT NULL')
    .pluck();
  return {
    guidOf: (folder) => guidOf.get(folder),
    folderOf: (guid) => folderOf.get(guid),
    beneath: (root) => (root === '' ? all.iterate() : listed.iterate({ root })),
    withContent: (contentHash) => withContent.all(contentHash, contentHash, last),
    count: () => count.get() ?? 0,
  };
}
