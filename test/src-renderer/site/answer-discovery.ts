import type { CatalogueStatus, Facets, ModelRecord } from '../../../server/contract/catalogue/discovery.ts';

type Count = { value: string; count: number };
const slugOf = (name: string) => name.toLowerCase();

type Records = readonly ModelRecord[];

/** Each page asks the same of the same records, and looking through ten thousand costs as much as drawing the page. */
function remember<T>(answer: (records: Records, query: URLSearchParams) => T) {
  const known = new WeakMap<Records, Map<string, T>>();
  return (records: Records, query: URLSearchParams): T => {
    const ofRecords = known.get(records) ?? new Map<string, T>();
    known.set(records, ofRecords);
    const asked = query.toString();
    const answered = ofRecords.get(asked) ?? answer(records, query);
    ofRecords.set(asked, answered);
    return answered;
  };
}

/** The small part of discovery that the pages need, over records in memory. */
export const selectRecords = remember((records, query): Records => {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const categories = (query.get('categories') ?? '').toLowerCase().split(',').filter(Boolean);
  const subcategory = query.get('subcategory');
  const hasAny = (chosen: readonly string[], values: readonly string[]) =>
    chosen.length === 0 || chosen.some((value) => values.includes(value));
  const found = records.filter(
    (record) =>
      words.every((word) => record.title.toLowerCase().includes(word)) &&
      (categories.length === 0 || categories.includes(slugOf(record.category))) &&
      (subcategory === null || slugOf(record.subcategory) === subcategory) &&
      hasAny(query.getAll('format'), record.formats) &&
      hasAny(query.getAll('lod'), record.lods) &&
      hasAny(query.getAll('tag'), record.tags) &&
      hasAny(query.getAll('colour'), [record.colour ?? '']) &&
      matchesFlags(record, query),
  );
  return query.get('sort') === 'title' ? found.toSorted((a, b) => a.title.localeCompare(b.title)) : found;
});

function matchesFlags(record: ModelRecord, query: URLSearchParams): boolean {
  const flag = (name: 'animated' | 'rigged') =>
    query.get(name) === null || String(record[name]) === query.get(name);
  const triangles = record.triCount ?? 0;
  return (
    flag('animated') &&
    flag('rigged') &&
    (query.get('license') ?? record.license) === record.license &&
    triangles >= Number(query.get('triMin') ?? 0) &&
    triangles <= Number(query.get('triMax') ?? Number.POSITIVE_INFINITY) &&
    record.sizeBytes >= Number(query.get('sizeMin') ?? 0) &&
    record.sizeBytes <= Number(query.get('sizeMax') ?? Number.POSITIVE_INFINITY)
  );
}

export type Reading = CatalogueStatus['reading'];

export function answerStatus(records: readonly ModelRecord[], reading: Reading): CatalogueStatus {
  const revision = `${records.length} ${records[0]?.title} ${reading?.done}`;
  return { ok: true, total: records.length, revision, reading };
}

export function answerPage(records: readonly ModelRecord[], query: URLSearchParams) {
  const found = selectRecords(records, query);
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 24);
  const results = found.slice(offset, offset + limit);
  return {
    ok: true,
    results,
    total: found.length,
    hasMore: offset + limit < found.length,
    limit,
    offset,
    tookMs: 1,
  };
}

/** Others of the same category, as if they were alike. */
export function answerSimilar(records: readonly ModelRecord[], guid: string, query: URLSearchParams) {
  const subject = records.find((record) => record.guid === guid);
  const limit = Number(query.get('limit') ?? 12);
  const alike = records.filter((record) => record.guid !== guid && record.category === subject?.category);
  const results = alike.slice(0, limit).map((record) => ({ ...record, score: 1 }));
  return { ok: true, results, total: results.length, hasMore: false, limit, offset: 0, tookMs: 1 };
}

export const answerFilters = remember((records, query): Facets => {
  const without = (name: string) => {
    const rest = new URLSearchParams(query);
    rest.delete(name);
    return selectRecords(records, rest);
  };
  const categories = count(without('categories').map(({ category }) => category));
  return {
    ok: true,
    total: selectRecords(records, query).length,
    categories: categories.map(({ value, count: total }) => ({
      name: value,
      slug: slugOf(value),
      count: total,
      subcategories: count(
        without('subcategory').flatMap(({ category, subcategory }) =>
          category === value ? [subcategory] : [],
        ),
      ).map((sub) => ({ name: sub.value, slug: slugOf(sub.value), count: sub.count })),
    })),
    formats: count(without('format').flatMap(({ formats }) => formats)),
    lods: count(without('lod').flatMap(({ lods }) => lods)),
    licenses: count(without('license').map(({ license }) => license)),
    types: count(without('type').map(({ typeLabel }) => typeLabel)),
    tags: count(without('tag').flatMap(({ tags }) => tags)),
    animated: countFlags(without('animated').map(({ animated }) => animated)),
    rigged: countFlags(without('rigged').map(({ rigged }) => rigged)),
    triangles: countTriangles(without('triMin').map(({ triCount }) => triCount ?? 0)),
    sizes: countRanges(
      without('sizeMin').map(({ sizeBytes }) => sizeBytes),
      [0, 1e6, 1e7, 1e8, 1e9],
    ),
    colours: count(without('colour').flatMap(({ colour }) => colour ?? [])),
  };
});

function count(values: readonly string[]): Count[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, total]) => ({ value, count: total })).sort((a, b) => b.count - a.count);
}

function countFlags(values: readonly boolean[]) {
  return [true, false].map((value) => ({ value, count: values.filter((other) => other === value).length }));
}

function countRanges(values: readonly number[], edges: readonly number[]): Facets['sizes'] {
  return edges.map((min, index) => {
    const max = edges[index + 1] ?? null;
    return {
      min,
      max,
      count: values.filter((value) => value >= min && (max === null || value < max)).length,
    };
  });
}

function countTriangles(values: readonly number[]): Facets['triangles'] {
  const buckets = countRanges(values, [0, 1000, 10_000, 50_000, 100_000]);
  return { min: Math.min(...values), max: Math.max(...values), buckets };
}
