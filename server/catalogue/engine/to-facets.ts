import { limits, lods, modelTypes } from '../../contract/limits.ts';
import type { Counts } from './count-facets.ts';
import type { EngineFacets } from './engine-types.ts';
import { type CategoryNames, noTriangles, type Segment, type Trait, tagOf } from './segment.ts';
import { facetCodes, type Selection } from './select.ts';
import { createTop } from './top.ts';
import { bucketBounds } from './triangle-buckets.ts';

type Part = { readonly segment: Segment; readonly selection: Selection; readonly counts: Counts };
type Tally = Map<string, number>;

const add = (tally: Tally, key: string, count: number) => tally.set(key, (tally.get(key) ?? 0) + count);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const toValues = (tally: Tally) =>
  [...tally]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compare(a.value, b.value));
const toFlags = (tally: Tally) =>
  toValues(tally).map(({ value, count }) => ({ value: value === '1', count }));

type Visit<Value> = (value: Value, count: number, segment: Segment) => void;
type Listed<Value> = {
  readonly list: readonly Value[];
  readonly counts: Uint32Array;
  readonly codes: Uint8Array;
};

/** Visits the values of a list that count for a facet. */
function visitList<Value>(
  parts: readonly Part[],
  open: (part: Part) => Listed<Value>,
  facet: number,
  visit: Visit<Value>,
) {
  for (const part of parts) {
    const { list, counts, codes } = open(part);
    for (const [index, value] of list.entries()) {
      const count = counts[index] ?? 0;
      if (count > 0 && (codes[index] === facetCodes.none || codes[index] === facet))
        visit(value, count, part.segment);
    }
  }
}
const categoriesOf = ({ segment, counts, selection }: Part): Listed<CategoryNames> => ({
  list: segment.facts.categories,
  counts: counts.categories,
  codes: selection.categoryCodes,
});
const traitsOf = ({ segment, counts, selection }: Part): Listed<Trait> => ({
  list: segment.facts.traits,
  counts: counts.traits,
  codes: selection.traitCodes,
});
const formatSetsOf = ({ segment, counts, selection }: Part): Listed<readonly number[]> => ({
  list: segment.facts.formatSets,
  counts: counts.formatSets,
  codes: selection.formatCodes,
});

function toCategories(parts: readonly Part[]): EngineFacets['categories'] {
  type Draft = {
    name: string;
    slug: string;
    count: number;
    subs: Map<string, { name: string; slug: string; count: number }>;
  };
  const found = new Map<string, Draft>();
  const least = (a: string, b: string) => (a < b ? a : b);
  visitList(parts, categoriesOf, facetCodes.category, ({ name, slug, subname, subslug }, count) => {
    const draft = found.get(slug) ?? { name, slug, count: 0, subs: new Map() };
    found.set(slug, { ...draft, name: least(draft.name, name), count: draft.count + count });
    if (subname === '') return;
    const sub = draft.subs.get(subslug);
    draft.subs.set(subslug, {
      name: sub ? least(sub.name, subname) : subname,
      slug: subslug,
      count: (sub?.count ?? 0) + count,
    });
  });
  const byCount = (a: { count: number; name: string }, b: { count: number; name: string }) =>
    b.count - a.count || a.name.localeCompare(b.name);
  return [...found.values()]
    .map(({ subs, ...category }) => ({ ...category, subcategories: [...subs.values()].sort(byCount) }))
    .sort(byCount);
}

function toTags(parts: readonly Part[]): EngineFacets['tags'] {
  const tally: Tally = new Map();
  const shown = new Map<string, string>();
  for (const { segment, counts } of parts) {
    // Only the largest of one segment can be among the largest of all when there is but one.
    const least = parts.length === 1 ? leastShown(counts.tags) : 1;
    for (let tag = 0; tag < counts.tags.length; tag++) {
      const count = counts.tags[tag] ?? 0;
      if (count < least) continue;
      const text = tagOf(segment, tag);
      const key = text.toLowerCase();
      if (!shown.has(key)) shown.set(key, text);
      add(tally, key, count);
    }
  }
  return toValues(tally)
    .slice(0, limits.tagFacets)
    .map(({ value, count }) => ({ value: shown.get(value) ?? value, count }));
}

/** The count of the last tag that is shown. */
function leastShown(tags: Uint32Array): number {
  const top = createTop(limits.tagFacets);
  for (let tag = 0; tag < tags.length; tag++) if ((tags[tag] ?? 0) > 0) top.offer(tag, tags[tag] ?? 0);
  return top.isFull() ? top.least() : 1;
}

function toTriangles(parts: readonly Part[]): EngineFacets['triangles'] {
  const sums = bucketBounds.map(() => 0);
  const note = (bucket: number, count: number) => {
    if (bucket >= 0) sums[bucket] = (sums[bucket] ?? 0) + count;
  };
  visitList(parts, traitsOf, facetCodes.triangles, ({ bucket }, count) => note(bucket, count));
  for (const { counts } of parts)
    for (const [bucket, count] of counts.otherBuckets.entries()) note(bucket, count);
  const least = Math.min(...parts.map(({ counts }) => counts.least));
  const most = Math.max(...parts.map(({ counts }) => counts.most));
  return {
    min: least === noTriangles ? null : least,
    max: most < 0 ? null : most,
    buckets: bucketBounds.map((min, index) => ({
      min,
      max: bucketBounds[index + 1] ?? null,
      count: sums[index] ?? 0,
    })),
  };
}

/** The facets of the contract from what each segment counted. */
export function toFacets(parts: readonly Part[]): EngineFacets {
  const tally = (facet: number, toKeys: (trait: Trait, segment: Segment) => readonly string[]) => {
    const counts: Tally = new Map();
    visitList(parts, traitsOf, facet, (trait, count, segment) => {
      for (const key of toKeys(trait, segment)) add(counts, key, count);
    });
    return counts;
  };
  const order: readonly string[] = lods;
  const formats: Tally = new Map();
  visitList(parts, formatSetsOf, facetCodes.format, (set, count, { facts }) => {
    for (const format of set) add(formats, facts.formats[format] ?? '', count);
  });
  return {
    total: parts.reduce((sum, { counts }) => sum + counts.total, 0),
    categories: toCategories(parts),
    formats: toValues(formats),
    lods: toValues(
      tally(facetCodes.lod, (trait, { facts }) => trait.lods.map((lod) => facts.lods[lod] ?? '')),
    ).sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value)),
    licenses: toValues(
      tally(facetCodes.license, (trait, { facts }) => [facts.licenses[trait.license] ?? '']),
    ),
    types: toValues(tally(facetCodes.type, (trait) => [String(trait.type)])).map(({ value, count }) => ({
      value: modelTypes[Number(value)] ?? 'model',
      count,
    })),
    tags: toTags(parts),
    animated: toFlags(tally(facetCodes.animated, (trait) => [String(trait.animated)])),
    rigged: toFlags(tally(facetCodes.rigged, (trait) => [String(trait.rigged)])),
    triangles: toTriangles(parts),
  };
}
