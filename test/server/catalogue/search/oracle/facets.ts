import type { Db } from '../../../../../server/base/db/open-database.ts';
import type { EngineFacets, FacetName } from '../../../../../server/catalogue/search/engine/engine-types.ts';
import { limits, lods, modelTypes } from '../../../../../server/contract/limits.ts';
import { type Selection, toNumber, toWhere } from './selection.ts';

const bounds = [0, 1_000, 10_000, 100_000, 1_000_000] as const;
const sizeBounds = bounds.map((bound) => bound * 1000);

type CategoryRow = { name: string; slug: string; subname: string; subslug: string; count: number };
type ValueRow = { value: string | number; count: number };

const empty: EngineFacets = {
  total: 0,
  categories: [],
  formats: [],
  lods: [],
  licenses: [],
  types: [],
  tags: [],
  animated: [],
  rigged: [],
  triangles: { min: null, max: null, buckets: [] },
  sizes: [],
  colours: [],
};

const toValues = (rows: readonly ValueRow[]) =>
  rows.map(({ value, count }) => ({ value: String(value), count }));
const toFlags = (rows: readonly ValueRow[]) =>
  rows.map(({ value, count }) => ({ value: value === 1, count }));

function toCategories(rows: readonly CategoryRow[]): EngineFacets['categories'] {
  const bySlug = new Map<string, EngineFacets['categories'][number]>();
  for (const { name, slug, subname, subslug, count } of rows) {
    const category = bySlug.get(slug) ?? { name, slug, count: 0, subcategories: [] };
    const subcategories = subname === '' ? [] : [{ name: subname, slug: subslug, count }];
    bySlug.set(slug, {
      ...category,
      count: category.count + count,
      subcategories: [...category.subcategories, ...subcategories],
    });
  }
  return [...bySlug.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** Counts what could be chosen in a selection, each facet without its own constraint. */
export function createFacets(db: Db) {
  const all = <Row>(selection: Selection, facet: FacetName | null, build: (where: string) => string) => {
    const { sql, values } = toWhere(selection, facet);
    return db.prepare(build(sql)).all(...values) as Row[];
  };
  const column = (selection: Selection, facet: FacetName, name: string) =>
    all<ValueRow>(
      selection,
      facet,
      (where) =>
        `SELECT ${name} AS value, count(*) AS count FROM model WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
    );
  const listed = (selection: Selection, facet: 'tags' | 'formats' | 'lods', kind: string) =>
    all<ValueRow>(
      selection,
      facet,
      (where) => `SELECT value, count(*) AS count FROM oracle_value JOIN model ON model.id = model_id
        WHERE kind = '${kind}' AND ${where} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limits.tagFacets}`,
    );

  const countBuckets = (
    selection: Selection,
    facet: 'triangles' | 'sizes',
    { number, of }: { readonly number: string; readonly of: readonly number[] },
  ) => {
    const sums = of.map((from, index) => {
      const to = of[index + 1];
      return `count(*) FILTER (WHERE ${number} >= ${from} ${to === undefined ? '' : `AND ${number} < ${to}`}) AS bucket${index}`;
    });
    const [row] = all<Record<string, number | null>>(
      selection,
      facet,
      (where) =>
        `SELECT min(${number}) AS least, max(${number}) AS most, ${sums.join(', ')} FROM model WHERE ${where}`,
    );
    const buckets = of.map((min, index) => ({
      min,
      max: of[index + 1] ?? null,
      count: row?.[`bucket${index}`] ?? 0,
    }));
    return { min: row?.least ?? null, max: row?.most ?? null, buckets };
  };

  return (selection: Selection): EngineFacets => {
    if (selection.match === false) return empty;
    const order: readonly string[] = lods;
    const [counted] = all<{ total: number }>(
      selection,
      null,
      (where) => `SELECT count(*) AS total FROM model WHERE ${where}`,
    );
    const categories = all<CategoryRow>(
      selection,
      'categories',
      (where) =>
        `SELECT min(category) AS name, category_slug AS slug, min(subcategory) AS subname, subcategory_slug AS subslug,
         count(*) AS count FROM model WHERE ${where} GROUP BY 2, 4 ORDER BY 5 DESC, 1`,
    );
    return {
      total: counted?.total ?? 0,
      categories: toCategories(categories),
      formats: toValues(listed(selection, 'formats', 'format')),
      lods: toValues(listed(selection, 'lods', 'lod')).sort(
        (a, b) => order.indexOf(a.value) - order.indexOf(b.value),
      ),
      licenses: toValues(column(selection, 'licenses', 'license')),
      types: column(selection, 'types', 'type').map(({ value, count }) => ({
        value: modelTypes[Number(value)] ?? 'model',
        count,
      })),
      tags: toValues(listed(selection, 'tags', 'tag')),
      animated: toFlags(column(selection, 'animated', 'animated')),
      rigged: toFlags(column(selection, 'rigged', 'rigged')),
      triangles: countBuckets(selection, 'triangles', {
        number: selection.triangles,
        of: bounds,
      }),
      sizes: countBuckets(selection, 'sizes', {
        number: toNumber('size_bytes', selection.lods),
        of: sizeBounds,
      }).buckets,
      colours: toValues(column(selection, 'colours', 'colour')).filter(({ value }) => value !== 'null'),
    };
  };
}
