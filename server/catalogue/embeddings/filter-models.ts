import type { Db } from '../../db/open-database.ts';
import type { EngineFilters } from '../engine/search-engine.ts';

type Condition = { readonly sql: string; readonly values: readonly (string | number)[] };

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

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

/** Tells which of some models pass filters, as the engine applies them. */
export function createModelFilter(db: Db) {
  return (modelIds: readonly number[], filters: EngineFilters): ReadonlySet<number> => {
    if (modelIds.length === 0) return new Set();
    const conditions = toConditions(filters);
    const tests = ['id IN (SELECT value FROM json_each(?))', ...conditions.map(({ sql }) => sql)];
    const found = db
      .prepare<unknown[], number>(`SELECT id FROM model WHERE ${tests.join(' AND ')}`)
      .pluck()
      .all(JSON.stringify(modelIds), ...conditions.flatMap(({ values }) => values));
    return new Set(found);
  };
}
