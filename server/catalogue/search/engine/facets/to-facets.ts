import { lods, modelTypes } from '../../../../contract/limits.ts';
import type { EngineFacets, FacetName } from '../engine-types.ts';
import { sizeBounds, triangleBounds } from '../segment/measures.ts';
import { unknownNumber } from '../segment/segment.ts';
import type { Counts } from './count-facets.ts';
import type { TagCount } from './count-tags.ts';
import type { Tally } from './list-facets.ts';

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const toValues = (tally: Tally) =>
  [...tally]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compare(a.value, b.value));
const toFlags = (tally: Tally) =>
  toValues(tally).map(({ value, count }) => ({ value: value === '1', count }));

function merge(tallies: readonly Tally[]): Tally {
  const [first, ...others] = tallies;
  const sums = new Map(first);
  for (const tally of others)
    for (const [value, count] of tally) sums.set(value, (sums.get(value) ?? 0) + count);
  return sums;
}

function toCategories(parts: readonly Counts[]): EngineFacets['categories'] {
  type Draft = {
    name: string;
    slug: string;
    count: number;
    subs: Map<string, { name: string; slug: string; count: number }>;
  };
  const found = new Map<string, Draft>();
  const least = (a: string, b: string) => (a < b ? a : b);
  for (const [{ name, slug, subname, subslug }, count] of parts.flatMap(({ categories }) => categories)) {
    const draft = found.get(slug) ?? { name, slug, count: 0, subs: new Map() };
    found.set(slug, { ...draft, name: least(draft.name, name), count: draft.count + count });
    if (subname === '') continue;
    const sub = draft.subs.get(subslug);
    draft.subs.set(subslug, {
      name: sub ? least(sub.name, subname) : subname,
      slug: subslug,
      count: (sub?.count ?? 0) + count,
    });
  }
  const byCount = (a: { count: number; name: string }, b: { count: number; name: string }) =>
    b.count - a.count || a.name.localeCompare(b.name);
  return [...found.values()]
    .map(({ subs, ...category }) => ({ ...category, subcategories: [...subs.values()].sort(byCount) }))
    .sort(byCount);
}

type Outside = (counts: Counts) => readonly number[];

/** Returns a range facet's buckets: models inside the wanted range, and those that only this constraint excludes. */
function toBuckets(bounds: readonly number[], parts: readonly Counts[], inRange: Tally, outsideOf: Outside) {
  const outside = (bucket: number) => parts.reduce((sum, part) => sum + (outsideOf(part)[bucket] ?? 0), 0);
  return bounds.map((min, index) => ({
    min,
    max: bounds[index + 1] ?? null,
    count: (inRange.get(String(index)) ?? 0) + outside(index),
  }));
}

function toTriangles(parts: readonly Counts[], inRange: Tally): EngineFacets['triangles'] {
  const least = Math.min(...parts.map(({ range }) => range.least));
  const most = Math.max(...parts.map(({ range }) => range.most));
  return {
    min: least === unknownNumber ? null : least,
    max: most < 0 ? null : most,
    buckets: toBuckets(triangleBounds, parts, inRange, ({ range }) => range.outside),
  };
}

type Tallied = { [N in keyof Counts]: Counts[N] extends Tally ? N : never }[keyof Counts];

/** Converts the counts of all segments to the contract's facets. */
export function toFacets(parts: readonly Counts[], tags: readonly TagCount[]): EngineFacets {
  const order: readonly string[] = lods;
  const tally = (name: Tallied) => merge(parts.map((counts) => counts[name]));
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    categories: toCategories(parts),
    formats: toValues(tally('formats')),
    lods: toValues(tally('lods')).sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value)),
    licenses: toValues(tally('licenses')),
    types: toValues(tally('types')).map(({ value, count }) => ({
      value: modelTypes[Number(value)] ?? 'model',
      count,
    })),
    tags: [...tags],
    animated: toFlags(tally('animated')),
    rigged: toFlags(tally('rigged')),
    triangles: toTriangles(parts, tally('triangles')),
    sizes: toBuckets(sizeBounds, parts, tally('sizes'), ({ range }) => range.outsideSizes),
    colours: toValues(tally('colours')).filter(({ value }) => value !== ''),
  };
}

const empty: Omit<EngineFacets, 'total'> = {
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

/** Empties all facets except the named ones. */
export function keepFacets(facets: EngineFacets, names: readonly FacetName[]): EngineFacets {
  const wanted = new Set<string>(names);
  const kept = Object.fromEntries(Object.entries(facets).filter(([name]) => wanted.has(name)));
  return { total: facets.total, ...empty, ...kept };
}
