import type { EngineFilters } from './engine-types.ts';
import { type Cell, noTriangles, type Segment, tagOf } from './segment.ts';

/** The facets that a constraint belongs to; a cell or model that fails two of them counts nowhere. */
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
const isAmong = (wanted: ReadonlySet<number> | null, own: readonly number[]) =>
  wanted === null || own.some((value) => wanted.has(value));

/** The numbers of the wanted values in a list; null when nothing is wanted. */
function toNumbers(wanted: readonly string[] | undefined, list: readonly string[]) {
  if (wanted === undefined || wanted.length === 0) return null;
  const texts = new Set(wanted.map(lower));
  return new Set([...list.keys()].filter((index) => texts.has(lower(list[index] ?? ''))));
}

function createJudge({ facts }: Segment, filters: EngineFilters) {
  const formats = toNumbers(filters.formats, facts.formats);
  const lods = toNumbers(filters.lods, facts.lods);
  const licenses = toNumbers(filters.license === undefined ? [] : [filters.license], facts.licenses);
  const slugs = filters.categories?.length ? new Set(filters.categories) : null;
  const isFlag = (wanted: boolean | undefined, own: number) => wanted === undefined || wanted === (own !== 0);
  const hasCategory = ({ category }: Cell) => {
    const names = facts.categories[category];
    if (slugs !== null && !slugs.has(names?.slug ?? '')) return false;
    return filters.subcategory === undefined || names?.subslug === filters.subcategory;
  };
  const all: readonly (readonly [number, boolean, (cell: Cell) => boolean])[] = [
    [facetCodes.category, slugs !== null || filters.subcategory !== undefined, hasCategory],
    [facetCodes.format, formats !== null, (cell) => isAmong(formats, cell.formats)],
    [facetCodes.lod, lods !== null, (cell) => isAmong(lods, cell.lods)],
    [facetCodes.license, licenses !== null, (cell) => licenses?.has(cell.license) === true],
    [facetCodes.type, filters.type !== undefined, (cell) => filters.type === cell.type],
    [facetCodes.animated, filters.animated !== undefined, (cell) => isFlag(filters.animated, cell.animated)],
    [facetCodes.rigged, filters.rigged !== undefined, (cell) => isFlag(filters.rigged, cell.rigged)],
  ];
  const rules = all.filter(([, isWanted]) => isWanted);
  return (cell: Cell) => {
    let code: number = facetCodes.none;
    for (const [facet, , holds] of rules)
      if (!holds(cell)) {
        if (code !== facetCodes.none) return facetCodes.several;
        code = facet;
      }
    return code;
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
    const end = segment.tagOffsets[doc + 1] ?? 0;
    for (let at = segment.tagOffsets[doc] ?? 0; at < end; at++)
      if (wanted.has(segment.tags[at] ?? 0)) marks[doc] = 1;
  }
  return marks;
}

/** The constraints of a query, worked out for one segment: a code for each cell, and what only a model itself can tell. */
export function createSelection(segment: Segment, filters: EngineFilters) {
  const judge = createJudge(segment, filters);
  const codes = Uint8Array.from(segment.facts.cells, judge);
  const tagged = markTags(segment, filters.tags);
  const { triMin, triMax } = filters;
  const hasTriangles = triMin !== undefined || triMax !== undefined;
  const [least, most] = [triMin ?? Number.NEGATIVE_INFINITY, triMax ?? Number.POSITIVE_INFINITY];
  const { cells, triangles } = segment;
  const isCellwise = tagged === null && !hasTriangles;

  const codeOf = (doc: number): number => {
    const code = codes[cells[doc] ?? 0] ?? 0;
    if (isCellwise) return code;
    const count = triangles[doc] ?? noTriangles;
    const failsTag = tagged !== null && tagged[doc] !== 1;
    const failsTriangles = hasTriangles && (count === noTriangles || count < least || count > most);
    if (!failsTag && !failsTriangles) return code;
    if (code !== facetCodes.none || (failsTag && failsTriangles)) return facetCodes.several;
    return failsTag ? facetCodes.tag : facetCodes.triangles;
  };
  return { codes, codeOf, isCellwise, isAll: isCellwise && codes.every((code) => code === 0) };
}
export type Selection = ReturnType<typeof createSelection>;
