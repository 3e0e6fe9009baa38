import type { Db } from '../../db/open-database.ts';
import type { EngineFilters } from '../engine/search-engine.ts';

type Condition = { readonly sql: string; readonly values: readonly (string | number)[] };

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

const columnOf = {
  type: 'type = ?',
  subcategory: 'subcategory_slug = ?',
  license: 'license = ? COLLATE NOCASE',
  animated: 'animated = ?',
  rigged: 'rigged = ?',
  triMin: 'triangles >= ?',
  triMax: 'triangles <= ?',
} as const;

const listOf = { tags: 'tags', formats: 'formats', lods: 'lods' } as const;

function toConditions(filters: EngineFilters): Condition[] {
  const plain = Object.entries(columnOf).flatMap(([name, sql]) => {
    const value = filters[name as keyof typeof columnOf];
    return value === undefined ? [] : [{ sql, values: [typeof value === 'boolean' ? Number(value) : value] }];
  });
  const lists = Object.entries(listOf).flatMap(([name, column]) => {
    const values = filters[name as keyof typeof listOf];
    const sql = `EXISTS (SELECT 1 FROM json_each(${column}) WHERE lower(value) IN (${marks(values ?? [])}))`;
    return values ? [{ sql, values: values.map((value) => value.toLowerCase()) }] : [];
  });
  const { categories } = filters;
  const byCategory = categories
    ? [{ sql: `category_slug IN (${marks(categories)})`, values: categories }]
    : [];
  return [...plain, ...lists, ...byCategory];
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
