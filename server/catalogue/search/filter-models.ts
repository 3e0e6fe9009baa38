import type { Db } from '../../base/db/open-database.ts';
import { sightNow } from '../../base/sight.ts';
import type { EngineFilters, EnginePage, EngineQuery, EngineSort } from './engine/engine-types.ts';

type Condition = { readonly sql: string; readonly values: readonly (string | number)[] };

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** Aggregates a number over the chosen topologies of a model; the whole model's number if it has none of them. */
function ofTopologies(sum: string, whole: string, lods: readonly string[] = []): Condition {
  if (lods.length === 0) return { sql: whole, values: [] };
  const chosen = `json_each(topologies) WHERE key IN (${marks(lods)})`;
  const values = lods.map((lod) => lod.toLowerCase());
  return {
    sql: `CASE WHEN EXISTS (SELECT 1 FROM ${chosen}) THEN (SELECT ${sum} FROM ${chosen}) ELSE ${whole} END`,
    values: [...values, ...values],
  };
}

/** Triangles of the chosen topologies, or of the model; outside the range, of its most detailed topology inside it. */
function trianglesOf({ lods, triMin, triMax }: EngineFilters): Condition {
  const count = "json_extract(value, '$[0]')";
  if (lods?.length || (triMin === undefined && triMax === undefined))
    return ofTopologies(`max(${count})`, 'triangles', lods);
  const range = [triMin ?? 0, triMax ?? Number.MAX_SAFE_INTEGER];
  return {
    sql: `CASE WHEN triangles BETWEEN ? AND ? THEN triangles ELSE coalesce(
      (SELECT max(${count}) FROM json_each(topologies) WHERE ${count} BETWEEN ? AND ?), triangles) END`,
    values: [...range, ...range],
  };
}
const sizeOf = ({ lods }: EngineFilters) =>
  ofTopologies("sum(json_extract(value, '$[1]'))", 'size_bytes', lods);

/** Converts filters to SQL conditions on the table `model`, equivalent to the engine's. */
function toConditions(filters: EngineFilters): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, value: string | number | boolean | undefined) => {
    if (value !== undefined)
      conditions.push({ sql, values: [typeof value === 'boolean' ? Number(value) : value] });
  };
  const among = (column: string, values: readonly string[] | undefined) => {
    if (!values) return;
    // SQLite's lower() folds ASCII only, so a value with other letters matches as it is written.
    const both = values.flatMap((value) => [value, value.toLowerCase()]);
    const sql = `EXISTS (SELECT 1 FROM json_each(${column}) WHERE lower(value) IN (${both.map(() => 'lower(?)').join(', ')}))`;
    conditions.push({ sql, values: both });
  };
  const { categories } = filters;
  if (categories) conditions.push({ sql: `category_slug IN (${marks(categories)})`, values: categories });
  add('type = ?', filters.type);
  add('subcategory_slug = ?', filters.subcategory);
  add('animated = ?', filters.animated);
  add('rigged = ?', filters.rigged);
  const between = (number: Condition, least: number | undefined, most: number | undefined) => {
    if (least !== undefined)
      conditions.push({ sql: `${number.sql} >= ?`, values: [...number.values, least] });
    if (most !== undefined) conditions.push({ sql: `${number.sql} <= ?`, values: [...number.values, most] });
  };
  between(trianglesOf(filters), filters.triMin, filters.triMax);
  between(sizeOf(filters), filters.sizeMin, filters.sizeMax);
  for (const [axis, most] of [
    ['x', filters.sizeMaxX],
    ['y', filters.sizeMaxY],
    ['z', filters.sizeMaxZ],
  ] as const)
    add(`json_extract(size_metres, '$.${axis}') <= ?`, most);
  if (filters.licenses)
    conditions.push({
      sql: `license COLLATE NOCASE IN (${marks(filters.licenses)})`,
      values: filters.licenses,
    });
  if (filters.colours)
    conditions.push({
      sql: `lower(colour) IN (${marks(filters.colours)})`,
      values: filters.colours.map((colour) => colour.toLowerCase()),
    });
  among('tags', filters.tags);
  among('formats', filters.formats);
  among('lods', filters.lods);
  const { hiddenIds } = sightNow() ?? { hiddenIds: null };
  if (hiddenIds?.size)
    conditions.push({
      sql: 'id NOT IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify([...hiddenIds])],
    });
  return conditions;
}

function toWhere(conditions: readonly Condition[]) {
  return {
    where: conditions.map(({ sql }) => sql).join(' AND ') || '1',
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Filters models as the engine would. */
export function createModelFilter(db: Db) {
  return (modelIds: readonly number[], filters: EngineFilters): ReadonlySet<number> => {
    if (modelIds.length === 0) return new Set();
    const named = { sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(modelIds)] };
    const { where, values } = toWhere([named, ...toConditions(filters)]);
    const select = db.prepare<unknown[], number>(`SELECT id FROM model WHERE ${where}`).pluck();
    return new Set(select.all(...values));
  };
}

const byPopularity = 'popularity DESC, guid_hash, id';
const orders: Readonly<Record<Exclude<EngineSort, 'triangles'>, string>> = {
  relevance: byPopularity,
  popular: byPopularity,
  newest: `added_at DESC, ${byPopularity}`,
  title: `title COLLATE NOCASE, ${byPopularity}`,
};

function toOrder(sort: EngineSort, filters: EngineFilters): Condition {
  if (sort !== 'triangles') return { sql: orders[sort], values: [] };
  const { sql, values } = trianglesOf(filters);
  return { sql: `${sql} IS NULL, ${sql}, ${byPopularity}`, values: [...values, ...values] };
}

/** Lists models from the database, without words, until there is an index. */
export function createDatabaseListing(db: Db) {
  return ({ sort, limit, offset, filters }: EngineQuery): EnginePage => {
    const { where, values } = toWhere(toConditions(filters));
    const order = toOrder(sort, filters);
    const select = db.prepare<unknown[], number>(
      `SELECT id FROM model WHERE ${where} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
    );
    const count = db.prepare<unknown[], number>(`SELECT count(*) FROM model WHERE ${where}`).pluck();
    const ids = select.pluck().all(...values, ...order.values, limit, offset);
    const hits = ids.map((modelId) => ({ modelId, score: 0 }));
    return { hits, total: count.get(...values) ?? 0, suggestions: [], corrections: [] };
  };
}
