import { limits, lods, modelTypes } from '../../contract/limits.ts';
import type { Counts } from './count-facets.ts';
import type { EngineFacets } from './engine-types.ts';
import { type Cell, noTriangles, type Segment, tagOf } from './segment.ts';
import { facetCodes } from './select.ts';
import { bucketBounds } from './triangle-buckets.ts';

type Part = { readonly segment: Segment; readonly counts: Counts };
type Tally = Map<string, number>;

const add = (tally: Tally, key: string, count: number) => tally.set(key, (tally.get(key) ?? 0) + count);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const toValues = (tally: Tally) =>
  [...tally]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compare(a.value, b.value));
const toFlags = (tally: Tally) => toValues(tally).map(({ value, count }) => ({ value: value === '1', count }));

/** Visits the cells that count for a facet. */
function tallyCells(parts: readonly Part[], facet: number, visit: (cell: Cell, count: number, segment: Segment) => void) {
  for (const { segment, counts } of parts)
    for (let index = 0; index < counts.cells.length; index++) {
      const count = counts.cells[index] ?? 0;
      const code = counts.codes[index] ?? 0;
      const cell = segment.facts.cells[index];
      if (count > 0 && cell && (code === facetCodes.none || code === facet)) visit(cell, count, segment);
    }
}

function toCategories(parts: readonly Part[]): EngineFacets['categories'] {
  type Draft = { name: string; slug: string; count: number; subs: Map<string, { name: string; slug: string; count: number }> };
  const found = new Map<string, Draft>();
  const least = (a: string, b: string) => (a < b ? a : b);
  tallyCells(parts, facetCodes.category, ({ category }, count, { facts }) => {
    const names = facts.categories[category];
    if (!names) return;
    const { name, slug, subname, subslug } = names;
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
  const used = tags.filter((count) => count > 0).sort();
  return used[Math.max(0, used.length - limits.tagFacets)] ?? 1;
}

function toTriangles(parts: readonly Part[]): EngineFacets['triangles'] {
  const sums = bucketBounds.map(() => 0);
  const note = (bucket: number, count: number) => {
    if (bucket >= 0) sums[bucket] = (sums[bucket] ?? 0) + count;
  };
  tallyCells(parts, facetCodes.triangles, ({ bucket }, count) => note(bucket, count));
  for (const { counts } of parts) for (const [bucket, count] of counts.otherBuckets.entries()) note(bucket, count);
  const least = Math.min(...parts.map(({ counts }) => counts.least));
  const most = Math.max(...parts.map(({ counts }) => counts.most));
  return {
    min: least === noTriangles ? null : least,
    max: most < 0 ? null : most,
    buckets: bucketBounds.map((min, index) => ({ min, max: bucketBounds[index + 1] ?? null, count: sums[index] ?? 0 })),
  };
}

/** The facets of the contract from what each segment counted. */
export function toFacets(parts: readonly Part[]): EngineFacets {
  const tally = (facet: number, toKeys: (cell: Cell, segment: Segment) => readonly string[]) => {
    const counts: Tally = new Map();
    tallyCells(parts, facet, (cell, count, segment) => {
      for (const key of toKeys(cell, segment)) add(counts, key, count);
    });
    return counts;
  };
  const order: readonly string[] = lods;
  const texts = (list: readonly string[], numbers: readonly number[]) => numbers.map((index) => list[index] ?? '');
  let total = 0;
  tallyCells(parts, facetCodes.none, (_, count) => {
    total += count;
  });
  return {
    total,
    categories: toCategories(parts),
    formats: toValues(tally(facetCodes.format, (cell, { facts }) => texts(facts.formats, cell.formats))),
    lods: toValues(tally(facetCodes.lod, (cell, { facts }) => texts(facts.lods, cell.lods))).sort(
      (a, b) => order.indexOf(a.value) - order.indexOf(b.value),
    ),
    licenses: toValues(tally(facetCodes.license, (cell, { facts }) => texts(facts.licenses, [cell.license]))),
    types: toValues(tally(facetCodes.type, (cell) => [String(cell.type)])).map(({ value, count }) => ({
      value: modelTypes[Number(value)] ?? 'model',
      count,
    })),
    tags: toTags(parts),
    animated: toFlags(tally(facetCodes.animated, (cell) => [String(cell.animated)])),
    rigged: toFlags(tally(facetCodes.rigged, (cell) => [String(cell.rigged)])),
    triangles: toTriangles(parts),
  };
}
