import type { LongQueries } from '../../base/db/long-queries.ts';
import type { Db } from '../../base/db/open-database.ts';
import { fromStored, type Stored } from '../../catalogue/write/problems.ts';
import { columnInFolder } from './folder-range.ts';

type Page = { readonly limit: number; readonly offset: number };
/** `isFolder` is 1 if anything lies below this name. */
type Counted = { readonly name: string; readonly count: number; readonly isFolder: number };
type LeftOut = Stored<{ readonly place: string; readonly kind: string; readonly reason: string }>;
export type LibraryTotals = {
  readonly models: number;
  readonly folders: number;
  readonly leftOut: number;
  readonly waiting: number;
};

/** Library problems that keep something out of the catalogue. */
const isLeftOut = "scope GLOB 'library/*' AND kind NOT IN ('metadata', 'poster', 'flaw')";

/** Selects a folder's entries, with the rows at or below each; `@skip` is the length of the folder's prefix. */
const firstNames = (table: string, column: string, condition: string) =>
  `SELECT CASE instr(rest, '/') WHEN 0 THEN rest ELSE substr(rest, 1, instr(rest, '/') - 1) END AS name, count(*) AS count,
     max(instr(rest, '/') > 0) AS isFolder
   FROM (SELECT substr(${column}, @skip) AS rest FROM ${table} WHERE ${condition} AND ${column} <> @root
     AND (@root = '' OR ${columnInFolder(column)})) GROUP BY 1 ORDER BY 1`;

const counts = {
  models: firstNames('model', 'folder', 'host IS NULL'),
  waiting: firstNames('waiting_model', 'folder', 'true'),
  leftOut: firstNames('problem', 'path', isLeftOut),
};
const totals = `SELECT (SELECT count(*) FROM model WHERE host IS NULL) AS models,
  (SELECT count(DISTINCT CASE WHEN folder LIKE '%*' THEN rtrim(folder, replace(folder, '/', '')) ELSE folder || '/' END)
   FROM model WHERE host IS NULL) AS folders,
  (SELECT count(*) FROM problem WHERE ${isLeftOut}) AS leftOut,
  (SELECT count(*) FROM waiting_model WHERE guid NOT IN (SELECT guid FROM hidden_model)) AS waiting`;
// A model's folder is its own folder, or the folder that contains it plus a name and an asterisk.
const isHere = `(folder = @root OR (folder LIKE '%*' AND instr(substr(folder, @skip), '/') = 0
  AND (@root = '' OR ${columnInFolder('folder')})))`;
const here = `SELECT guid, folder FROM model WHERE host IS NULL AND ${isHere}
  UNION ALL SELECT guid, folder FROM waiting_model WHERE ${isHere}`;
const problems = `SELECT path AS place, kind, reason, sentence FROM problem WHERE ${isLeftOut}
  AND (path = @root OR ((@root = '' OR ${columnInFolder('path')}) AND instr(substr(path, @skip), '/') = 0))
  ORDER BY path LIMIT 1000`;

const noTotals: LibraryTotals = { models: 0, folders: 0, leftOut: 0, waiting: 0 };

export const totalsOf = (db: Db) => db.prepare<[], LibraryTotals>(totals).get() ?? noTotals;

export function createFolderView(long: LongQueries) {
  const rootOf = (root: string) => ({ root, skip: root === '' ? 1 : root.length + 2 });
  return {
    totals: async () => (await long.all<LibraryTotals>(totals))[0] ?? noTotals,
    /** Counts of each kind for every entry of a folder. */
    async counts(folder: string) {
      const count = (sql: string) => long.all<Counted>(sql, rootOf(folder));
      return {
        models: await count(counts.models),
        waiting: await count(counts.waiting),
        leftOut: await count(counts.leftOut),
      };
    },
    async models(folder: string, page: Page) {
      const root = rootOf(folder);
      const rows = await long.all<{ guid: string }>(`${here} ORDER BY folder LIMIT @limit OFFSET @offset`, {
        ...root,
        ...page,
      });
      const [{ total } = { total: 0 }] = await long.all<{ total: number }>(
        `SELECT count(*) AS total FROM (${here})`,
        root,
      );
      return { guids: rows.map(({ guid }) => guid), total };
    },
    leftOut: async (folder: string) => (await long.all<LeftOut>(problems, rootOf(folder))).map(fromStored),
  };
}
