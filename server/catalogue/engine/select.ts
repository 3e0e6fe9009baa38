import type { EngineFilters } from './engine-types.ts';
import {
  type CategoryNames,
  noTriangles,
  recordAt,
  recordWidth,
  type Segment,
  type Trait,
  tagOf,
} from './segment.ts';

/** The facets that a constraint belongs to; a model that fails two of them counts nowhere. */
export const facetCodes = {
  none: 0,
  category: 1,
  format: 2,
  lod: 3,
  license: 4,
  type: 5,
  animated: 6,
  rigged: 7,
  tag: 8,
  triangles: 9,
  several: 255,
} as const;

const lower = (text: string) => text.toLowerCase();
/** The numbers of the wanted values in a list; null when nothing is wanted. */
function toNumbers(wanted: readonly string[] | undefined, list: readonly string[]) {
  if (wanted === undefined || wanted.length === 0) return null;
  const texts = new Set(wanted.map(lower));
  return new Set([...list.keys()].filter((index) => texts.has(lower(list[index] ?? ''))));
}

type Rule<Value> = readonly [facet: number, isWanted: boolean, holds: (value: Value) => boolean];

/** For each value of a list: 0, the one facet whose constraint it fails, or `several`. */
function judge<Value>(list: readonly Value[], all: readonly Rule<Value>[]): Uint8Array {
  const codes = new Uint8Array(list.length);
  for (const [facet, isWanted, holds] of all) {
    if (!isWanted) continue;
    for (const [index, value] of list.entries())
      if (!holds(value)) codes[index] = codes[index] === facetCodes.none ? facet : facetCodes.several;
  }
  return codes;
}

function judgeLists({ facts }: Segment, filters: EngineFilters) {
  const formats = toNumbers(filters.formats, facts.formats);
  const lods = toNumbers(filters.lods, facts.lods);
  const licenses = toNumbers(filters.license === undefined ? [] : [filters.license], facts.licenses);
  const slugs = filters.categories?.length ? new Set(filters.categories) : null;
  const { subcategory, type, animated, rigged } = filters;
  const hasCategory = ({ slug, subslug }: CategoryNames) =>
    (slugs === null || slugs.has(slug)) && (subcategory === undefined || subslug === subcategory);
  const has = (wanted: ReadonlySet<number> | null, own: readonly number[]) =>
    own.some((value) => wanted?.has(value));
  return {
    categoryCodes: judge(facts.categories, [
      [facetCodes.category, slugs !== null || subcategory !== undefined, hasCategory],
    ]),
    traitCodes: judge<Trait>(facts.traits, [
      [facetCodes.lod, lods !== null, (trait) => has(lods, trait.lods)],
      [facetCodes.license, licenses !== null, (trait) => has(licenses, [trait.license])],
      [facetCodes.type, type !== undefined, (trait) => trait.type === type],
      [facetCodes.animated, animated !== undefined, (trait) => (trait.animated !== 0) === animated],
      [facetCodes.rigged, rigged !== undefined, (trait) => (trait.rigged !== 0) === rigged],
    ]),
    formatCodes: judge(facts.formatSets, [[facetCodes.format, formats !== null, (set) => has(formats, set)]]),
  };
}

/** Models with one of the wanted tags, as one mark each; null when no tag is wanted. */
function markTags(segment: Segment, tags: readonly string[] | undefined): Uint8Array | null {
  if (tags === undefined || tags.length === 0) return null;
  const texts = new Set(tags.map(lower));
  const wanted = new Set<number>();
  for (let tag = 0; tag < segment.tagTextOffsets.length - 1; tag++)
    if (texts.has(lower(tagOf(segment, tag)))) wanted.add(tag);
  const marks = new Uint8Array(segment.facts.models);
  if (wanted.size === 0) return marks;
  for (let doc = 0; doc < marks.length; doc++) {
    const row = doc * recordWidth + recordAt.tags;
    const end = segment.records[row + recordWidth] ?? 0;
    for (let at = segment.records[row] ?? 0; at < end; at++)
      if (wanted.has(segment.tags[at] ?? 0)) marks[doc] = 1;
  }
  return marks;
}

/** The constraints of a query, worked out for one segment. */
export function createSelection(segment: Segment, filters: EngineFilters) {
  const lists = judgeLists(segment, filters);
  const { categoryCodes, traitCodes, formatCodes } = lists;
  const tagged = markTags(segment, filters.tags);
  const { triMin, triMax } = filters;
  const hasTriangles = triMin !== undefined || triMax !== undefined;
  const [least, most] = [triMin ?? Number.NEGATIVE_INFINITY, triMax ?? Number.POSITIVE_INFINITY];
  const { records } = segment;
  const isPlain = tagged === null && !hasTriangles;
  const isAll = isPlain && Object.values(lists).every((codes) => codes.every((code) => code === 0));

  const hasOwn = (doc: number) => {
    if (tagged !== null && tagged[doc] !== 1) return false;
    if (!hasTriangles) return true;
    const count = records[doc * recordWidth + recordAt.triangles] ?? noTriangles;
    return count !== noTriangles && count >= least && count <= most;
  };
  const passes = (doc: number): boolean =>
    (traitCodes[records[doc * recordWidth + recordAt.trait] ?? 0] ?? 0) === 0 &&
    (formatCodes[records[doc * recordWidth + recordAt.formatSet] ?? 0] ?? 0) === 0 &&
    (categoryCodes[records[doc * recordWidth + recordAt.category] ?? 0] ?? 0) === 0 &&
    (isPlain || hasOwn(doc));
  return { ...lists, tagged, hasTriangles, least, most, passes, isAll };
}
export type Selection = ReturnType<typeof createSelection>;
