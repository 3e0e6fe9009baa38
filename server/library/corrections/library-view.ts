import { z } from 'zod';
import type { Db } from '../../base/db/open-database.ts';
import { fromStored } from '../../catalogue/write/problems.ts';
import { folderOf } from '../../contract/relative-path.ts';
import { openHidden } from './edits.ts';
import { columnInFolder } from './folder-range.ts';
import { type OwnRow, readLists } from './own-models.ts';
import { type About, openWaiting } from './waiting.ts';

/** A model of this server's own library as its admin sees it; `unit` is the folder whose visit found it. */
export type OwnModel = About & {
  readonly guid: string;
  readonly folder: string;
  readonly isWaiting: boolean;
  readonly isHidden: boolean;
};
type Page = { readonly limit: number; readonly offset: number };
type Counted = { readonly name: string; readonly count: number };

const List = z.array(z.string());
/** Problems of the library that leave something out. */
const isLeftOut = "scope GLOB 'library/*' AND kind NOT IN ('metadata', 'poster', 'flaw')";

/** The names in a folder that begin what is in it; `@skip` is how many signs come before them. */
const firstNames = (table: string, column: string, condition: string) =>
  `SELECT CASE instr(rest, '/') WHEN 0 THEN rest ELSE substr(rest, 1, instr(rest, '/') - 1) END AS name, count(*) AS count
   FROM (SELECT substr(${column}, @skip) AS rest FROM ${table} WHERE ${condition} AND ${column} <> @root
     AND (@root = '' OR ${columnInFolder(column)})) GROUP BY 1 ORDER BY 1`;

type ModelRow = OwnRow & Pick<OwnModel, 'description' | 'attribution'> & { readonly scenes: string };

const modelColumns = `guid, folder, title, category, subcategory, tags, license, description, attribution,
  price_cents AS priceCents, lods, formats, triangles,
  (SELECT json_group_array(DISTINCT coalesce(file.place, model.folder || '/' || file.relative_path))
   FROM file WHERE file.model_id = model.id AND file.role = 'scene') AS scenes`;

const toModel = (row: ModelRow): OwnModel => ({
  ...row,
  ...readLists(row),
  scenes: List.parse(JSON.parse(row.scenes)).sort(),
  isWaiting: false,
  isHidden: false,
});

/** The state of the library, folder by folder. */
export function openLibraryView(db: Db) {
  const waiting = openWaiting(db);
  const hidden = openHidden(db);
  type Root = { readonly root: string; readonly skip: number };
  const named = (table: string, column: string, condition = 'true') =>
    db.prepare<[Root], Counted>(firstNames(table, column, condition));
  const counts = {
    models: named('model', 'folder', 'host IS NULL'),
    waiting: named('waiting_model', 'folder'),
    leftOut: named('problem', 'path', isLeftOut),
  };
  const total = (sql: string) => db.prepare<[], number>(sql).pluck();
  const totals = {
    models: total('SELECT (SELECT count(*) FROM model) - count(*) FROM model WHERE host IS NOT NULL'),
    folders: total(
      `SELECT count(DISTINCT CASE WHEN folder LIKE '%*' THEN rtrim(folder, replace(folder, '/', '')) ELSE folder || '/' END)
       FROM model WHERE host IS NULL`,
    ),
    leftOut: total(`SELECT count(*) FROM problem WHERE ${isLeftOut}`),
    waiting: total('SELECT count(*) FROM waiting_model WHERE guid NOT IN (SELECT guid FROM hidden_model)'),
  };
  // A model's folder is its own, or is called by the folder that it is in, a name, and an asterisk.
  const isHere = (table: string) =>
    `(${table}.folder = @root OR (${table}.folder LIKE '%*' AND instr(substr(${table}.folder, @skip), '/') = 0
      AND (@root = '' OR ${columnInFolder(`${table}.folder`)})))`;
  const both = `SELECT guid, folder, 0 AS isWaiting FROM model WHERE host IS NULL AND ${isHere('model')}
     UNION ALL SELECT guid, folder, 1 FROM waiting_model WHERE ${isHere('waiting_model')}`;
  const here = db.prepare<[Root & Page], { guid: string; isWaiting: number }>(
    `SELECT guid, isWaiting FROM (${both}) ORDER BY folder LIMIT @limit OFFSET @offset`,
  );
  const countHere = db.prepare<[Root], number>(`SELECT count(*) FROM (${both})`).pluck();
  const published = db.prepare<[string], ModelRow>(
    `SELECT ${modelColumns} FROM model WHERE guid = ? AND host IS NULL`,
  );
  const problems = db.prepare<
    [Root],
    { place: string; kind: string; reason: string; sentence: string | null }
  >(
    `SELECT path AS place, kind, reason, sentence FROM problem WHERE ${isLeftOut}
     AND (path = @root OR ((@root = '' OR ${columnInFolder('path')}) AND instr(substr(path, @skip), '/') = 0))
     ORDER BY path LIMIT 1000`,
  );
  const inside = db
    .prepare<[Root], number>(
      `SELECT 1 FROM problem WHERE @skip > 0 AND ${isLeftOut} AND path <> @root AND ${columnInFolder('path')} LIMIT 1`,
    )
    .pluck();
  const unit = db.prepare<[string], { recognised: string | null; said: string }>(
    'SELECT recognised, said FROM scanned_folder WHERE folder = ?',
  );
  const Units = z.object({ models: z.array(z.string()) });

  const find = (guid: string): OwnModel | null => {
    const row = published.get(guid);
    if (row) return toModel(row);
    const model = waiting.find(guid);
    if (!model) return null;
    const { unit: _, ...shown } = model;
    const isHidden = hidden.has(guid);
    return { ...shown, isHidden, isWaiting: !isHidden };
  };
  const rootOf = (root: string): Root => ({ root, skip: root === '' ? 1 : root.length + 2 });

  return {
    find,
    totals: () => ({
      models: totals.models.get() ?? 0,
      folders: totals.folders.get() ?? 0,
      leftOut: totals.leftOut.get() ?? 0,
      waiting: totals.waiting.get() ?? 0,
    }),
    /** The names in a folder, with how much of each kind is in them. */
    counts(folder: string) {
      const root = rootOf(folder);
      return {
        models: counts.models.all(root),
        waiting: counts.waiting.all(root),
        leftOut: counts.leftOut.all(root),
      };
    },
    models(folder: string, page: Page): { readonly models: readonly OwnModel[]; readonly total: number } {
      const rows = here.all({ ...rootOf(folder), ...page });
      const models = rows.flatMap(({ guid }) => find(guid) ?? []);
      return { models, total: countHere.get(rootOf(folder)) ?? 0 };
    },
    /** Whether a visit of this folder found models. */
    isUnit: (folder: string) => (unit.get(folder)?.recognised ?? null) !== null,
    /** Whether a folder is one model in topology folders. */
    isExplicit: (folder: string) => unit.get(folder)?.recognised === null,
    /** Whether something that is in a folder is left out. */
    hasInside: (folder: string) => inside.get(rootOf(folder)) !== undefined,
    leftOut: (folder: string) => problems.all(rootOf(folder)).map(fromStored),
    /** The folder whose visit found a model, and what its product.json says. */
    unitOf({ folder }: Pick<OwnModel, 'folder'>): {
      readonly unit: string;
      readonly said: readonly string[];
    } {
      for (let at = folder; ; at = folderOf(at)) {
        const row = unit.get(at);
        const isIts =
          row &&
          (row.recognised === null
            ? at === folder
            : Units.parse(JSON.parse(row.recognised)).models.includes(folder));
        if (isIts) return { unit: at, said: List.parse(JSON.parse(row.said)) };
        if (at === '') return { unit: folder, said: [] };
      }
    },
  };
}
