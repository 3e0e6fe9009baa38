import type { Db } from '../../base/db/open-database.ts';
import type { EngineFilters, EnginePage, EngineQuery, EngineSort } from './engine/engine-types.ts';

type Condition = { readonly sql: string; readonly values: readonly (string | number)[] };

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** Filters as SQL conditions on the table `model`, with the meaning that the engine gives them. */
function toConditions(filters: EngineFilters): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, value: string | number | boolean | undefined) => {
    if (value !== undefined)
      conditions.push({ sql, values: [typeof value === 'boolean' ? Number(value) : value] });
  };
  const among = (column: string, values: readonly string[] | undefined) => {
    if (!values) return;
    const sql = `EXISTS (SELECT 1 FROM json_each(${column}) WHERE lower(value) IN (${marks(values)}))`;
    conditions.push({ sql, values: values.map((value) => value.toLowerCase()) });
  };
  const { categories } = filters;
  if (categories) conditions.push({ sql: `category_slug IN (${marks(categories)})`, values: categories });
  add('type = ?', filters.type);
  add('subcategory_slug = ?', filters.subcategory);
  add('license = ? COLLATE NOCASE', filters.license);
  add('animated = ?', filters.animated);
  add('rigged = ?', filters.rigged);
  add('triangles >= ?', filters.triMin);
  add('triangles <= ?', filters.triMax);
  among('tags', filters.tags);
  among('formats', filters.formats);
  among('lods', filters.lods);
  return conditions;
}

function toWhere(conditions: readonly Condition[]) {
  return {
    where: conditions.map(({ sql }) => sql).join(' AND ') || '1',
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Tells which of some models pass filters, as the engine applies them. */
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
const orders: Readonly<Record<EngineSort, string>> = {
  relevance: byPopularity,
  popular: byPopularity,
  newest: `added_at DESC, ${byPopularity}`,
  title: `title COLLATE NOCASE, ${byPopularity}`,
  triangles: `triangles IS NULL, triangles, ${byPopularity}`,
};

/** Lists models without words from the database alone, for as long as there is no index. */
export function createDatabaseListing(db: Db) {
  return ({ sort, limit, offset, filters }: EngineQuery): EnginePage => {
    const { where, values } = toWhere(toConditions(filters));
    const select = db.prepare<unknown[], number>(
      `SELECT id FROM model WHERE ${where} ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`,
    );
    const count = db.prepare<unknown[], number>(`SELECT count(*) FROM model WHERE ${where}`).pluck();
    const ids = select.pluck().all(...values, limit, offset);
    const hits = ids.map((modelId) => ({ modelId, score: 0 }));
    return { hits, total: count.get(...values) ?? 0, suggestions: [] };
  };
}
