import type { Db } from '../../../../../server/base/db/open-database.ts';
import type {
  EngineFilters,
  EngineQuery,
  FacetName,
} from '../../../../../server/catalogue/search/engine/engine-types.ts';
import { limits } from '../../../../../server/contract/limits.ts';

const measured = {
  triangles: 'SELECT max(triangles) FROM file WHERE',
  size_bytes: 'SELECT sum(size_bytes) FROM file WHERE',
} as const;

/** A number of the files in the chosen topologies; of the whole model where it has none of them, or none is chosen. */
export function toNumber(column: keyof typeof measured, lods: readonly string[] = []): string {
  if (lods.length === 0) return `model.${column}`;
  const files = `file.model_id = model.id AND file.lod IN (${lods.map((lod) => `'${lod.toLowerCase()}'`).join()})`;
  return `(CASE WHEN EXISTS (SELECT 1 FROM file WHERE ${files}) THEN (${measured[column]} ${files}) ELSE model.${column} END)`;
}

/** Triangles as a query sees them: of the most detailed topology in its range, where it chooses none. */
export function toTriangles({ lods, triMin, triMax }: EngineFilters): string {
  if (lods?.length || (triMin === undefined && triMax === undefined)) return toNumber('triangles', lods);
  const levels = `SELECT max(triangles) AS most FROM file WHERE file.model_id = model.id GROUP BY file.lod`;
  const range = `${triMin ?? 0} AND ${triMax ?? Number.MAX_SAFE_INTEGER}`;
  const level = `SELECT max(most) FROM (${levels}) WHERE most BETWEEN ${range}`;
  return `(CASE WHEN model.triangles BETWEEN ${range} THEN model.triangles ELSE coalesce((${level}), model.triangles) END)`;
}

type Condition = {
  /** null: no facet counts it. */
  readonly facet: FacetName | null;
  readonly sql: string;
  readonly values: readonly (string | number)[];
};

/** What a query selects: the words as an FTS5 expression, and one SQL condition per constraint. */
export type Selection = {
  /** null when no words are given; false when the words can match nothing. */
  readonly match: string | null | false;
  readonly conditions: readonly Condition[];
  readonly lods: readonly string[];
  readonly triangles: string;
};

/** The SQL behind WHERE for all constraints but those of one facet. */
export function toWhere(selection: Selection, except: FacetName | null = null) {
  const kept = selection.conditions.filter(({ facet }) => facet === null || facet !== except);
  const words =
    selection.match === null
      ? []
      : ['model.id IN (SELECT rowid FROM oracle_search WHERE oracle_search MATCH ?)'];
  const sql = [...words, ...kept.map((condition) => condition.sql)].join(' AND ') || '1';
  const match = typeof selection.match === 'string' ? [selection.match] : [];
  return { sql, values: [...match, ...kept.flatMap((condition) => condition.values)] };
}

const wordsOf = (text: string) =>
  text
    .normalize('NFC')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.slice(0, limits.filterValues) ?? [];

/** Plain words as an FTS5 expression: each quoted, so that no operator is ever seen; the last may be unfinished. */
const toMatch = (words: readonly string[], operator: ' AND ' | ' OR ') =>
  words.map((word, index) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(operator);

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

function toConditions(filters: EngineFilters): Condition[] {
  const conditions: Condition[] = [];
  const add = (facet: FacetName | null, sql: string, ...values: (string | number)[]) =>
    conditions.push({ facet, sql, values });
  const among = (facet: FacetName, kind: string, wanted: readonly string[] | undefined) => {
    if (!wanted?.length) return;
    const list = `SELECT model_id FROM oracle_value WHERE kind = '${kind}' AND value IN (${marks(wanted)})`;
    add(facet, `model.id IN (${list})`, ...wanted);
  };
  const { categories, subcategory, licenses, type, animated, rigged, triMin, triMax, sizeMin, sizeMax } =
    filters;
  const triangles = toTriangles(filters);
  const size = toNumber('size_bytes', filters.lods);
  if (categories?.length) add('categories', `model.category_slug IN (${marks(categories)})`, ...categories);
  if (subcategory !== undefined) add('categories', 'model.subcategory_slug = ?', subcategory);
  among('tags', 'tag', filters.tags);
  among('formats', 'format', filters.formats);
  among('lods', 'lod', filters.lods);
  if (licenses?.length) add('licenses', `model.license COLLATE NOCASE IN (${marks(licenses)})`, ...licenses);
  if (type !== undefined) add('types', 'model.type = ?', type);
  if (animated !== undefined) add('animated', 'model.animated = ?', Number(animated));
  if (rigged !== undefined) add('rigged', 'model.rigged = ?', Number(rigged));
  if (triMin !== undefined) add('triangles', `${triangles} >= ?`, triMin);
  if (triMax !== undefined) add('triangles', `${triangles} <= ?`, triMax);
  if (sizeMin !== undefined) add('sizes', `${size} >= ?`, sizeMin);
  if (sizeMax !== undefined) add('sizes', `${size} <= ?`, sizeMax);
  for (const [axis, most] of Object.entries({
    x: filters.sizeMaxX,
    y: filters.sizeMaxY,
    z: filters.sizeMaxZ,
  }))
    if (most !== undefined) add(null, `json_extract(model.size_metres, '$.${axis}') <= ?`, most);
  if (filters.colours?.length)
    add('colours', `model.colour COLLATE NOCASE IN (${marks(filters.colours)})`, ...filters.colours);
  return conditions;
}

/** Reads a query against the database: all words must match; where no model has all of them, any of them may. */
export function createSelect(db: Db): (query: EngineQuery) => Selection {
  const hasAny = db.prepare('SELECT 1 FROM oracle_search WHERE oracle_search MATCH ? LIMIT 1');
  const toExpression = (text: string | null) => {
    if (text === null || text.trim() === '') return null;
    const words = wordsOf(text);
    if (words.length === 0) return false;
    const all = toMatch(words, ' AND ');
    return hasAny.get(all) === undefined ? toMatch(words, ' OR ') : all;
  };
  return ({ words, filters }) => ({
    match: toExpression(words),
    conditions: toConditions(filters),
    lods: filters.lods ?? [],
    triangles: toTriangles(filters),
  });
}
