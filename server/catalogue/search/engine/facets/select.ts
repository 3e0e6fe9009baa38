import { type EngineFilters, facetBits } from '../engine-types.ts';
import {
  type LevelNumbersOf,
  measures,
  toExtentNumber,
  toLevelChoice,
  toSizeNumber,
} from '../segment/measures.ts';
import { findTag, type Segment, type SegmentFacts, unknownNumber } from '../segment/segment.ts';
import { holdsAnyTag } from '../segment/tag-lanes.ts';
import type { ListFacet, ListFacets } from './list-facets.ts';

const lower = (text: string) => text.toLowerCase();
type Judged = readonly [facet: ListFacet, wanted: readonly string[] | undefined];

/** Sets, for each entry of a list, the bits of the facets whose constraints it fails. */
function judge(fails: Uint16Array, judged: readonly Judged[]): Uint16Array {
  for (const [{ bit, values, offsets, numbers }, wanted] of judged) {
    if (wanted === undefined || wanted.length === 0) continue;
    const texts = new Set(wanted.map(lower));
    const isWanted = values.map((value) => texts.has(lower(value)));
    for (let place = 0; place < fails.length; place++) {
      const end = offsets[place + 1] ?? 0;
      let at = offsets[place] ?? 0;
      while (at < end && isWanted[numbers[at] ?? 0] !== true) at++;
      if (at === end) fails[place] = (fails[place] ?? 0) | bit;
    }
  }
  return fails;
}

function judgeCategories({ categories }: SegmentFacts, { categories: slugs, subcategory }: EngineFilters) {
  const wanted = slugs?.length ? new Set(slugs) : null;
  return Uint16Array.from(categories, ({ slug, subslug }) => {
    const holds =
      (wanted === null || wanted.has(slug)) && (subcategory === undefined || subslug === subcategory);
    return holds ? 0 : facetBits.category;
  });
}

const toTexts = (value: number | boolean | undefined) =>
  value === undefined ? undefined : [String(Number(value))];

function judgeLists({ segment: { facts }, facets }: Judging, filters: EngineFilters) {
  return {
    categoryFails: judgeCategories(facts, filters),
    traitFails: judge(new Uint16Array(facts.traits.length), [
      [facets.lods, filters.lods],
      [facets.licenses, filters.licenses],
      [facets.types, toTexts(filters.type)],
      [facets.animated, toTexts(filters.animated)],
      [facets.rigged, toTexts(filters.rigged)],
    ]),
    formatFails: judge(new Uint16Array(facts.formatSets.length), [[facets.formats, filters.formats]]),
    measureFails: judge(new Uint16Array(measures.length), [[facets.colours, filters.colours]]),
  };
}

/** A query's constraint on one facet; equal keys exclude the same models. */
export type Constraint = { readonly bit: number; readonly key: string };

/** Numeric facets that depend on the chosen topologies. */
const ofLevels: ReadonlySet<number> = new Set([facetBits.triangles, facetBits.size]);

function listConstraints(filters: EngineFilters, mask: number): Constraint[] {
  const { categories, subcategory, triMin, triMax, sizeMin, sizeMax } = filters;
  const { sizeMaxX, sizeMaxY, sizeMaxZ } = filters;
  const wanted: readonly (readonly [bit: number, values: readonly unknown[]])[] = [
    [facetBits.category, [categories?.length ? categories : undefined, subcategory]],
    [facetBits.format, filters.formats ?? []],
    [facetBits.lod, filters.lods ?? []],
    [facetBits.license, filters.licenses ?? []],
    [facetBits.type, [filters.type]],
    [facetBits.animated, [filters.animated]],
    [facetBits.rigged, [filters.rigged]],
    [facetBits.tag, filters.tags ?? []],
    [facetBits.triangles, [triMin, triMax]],
    [facetBits.size, [sizeMin, sizeMax]],
    [facetBits.colour, filters.colours ?? []],
    [facetBits.extent, [sizeMaxX, sizeMaxY, sizeMaxZ]],
  ];
  return wanted
    .filter(([, values]) => values.some((value) => value !== undefined))
    .map(([bit, values]) => ({
      bit,
      key: JSON.stringify([bit, ...values, ...(ofLevels.has(bit) ? [mask] : [])]),
    }));
}

type Judging = { readonly segment: Segment; readonly facets: ListFacets; readonly levelsOf: LevelNumbersOf };

type Range = { readonly least: number; readonly most: number };

const isOutside = (number: number = unknownNumber, { least, most }: Range) =>
  number === unknownNumber || number < least || number > most;

/** Evaluates a query's constraints for one segment. */
export function createSelection(judging: Judging, filters: EngineFilters) {
  const { segment } = judging;
  const lists = judgeLists(judging, filters);
  const { triMin, triMax, sizeMin, sizeMax, tags } = filters;
  const levels = toLevelChoice(filters.lods, triMin, triMax);
  const hasTriangles = triMin !== undefined || triMax !== undefined;
  const hasSizes = sizeMin !== undefined || sizeMax !== undefined;
  const triangles: Range = {
    least: triMin ?? Number.NEGATIVE_INFINITY,
    most: triMax ?? Number.POSITIVE_INFINITY,
  };
  const sizes: Range = {
    least: toSizeNumber(Math.max(0, sizeMin ?? 0)),
    most: sizeMax === undefined ? Number.POSITIVE_INFINITY : sizeMax < 0 ? -1 : toSizeNumber(sizeMax),
  };
  const numbers = hasTriangles || hasSizes ? judging.levelsOf(levels) : segment;
  const mostSides = [filters.sizeMaxX, filters.sizeMaxY, filters.sizeMaxZ].map((metres) =>
    metres === undefined ? undefined : toExtentNumber(metres),
  );
  const hasSides = mostSides.some((side) => side !== undefined);
  const isTooLarge = (doc: number) =>
    mostSides.some((most, axis) => {
      const side = segment.extents[axis * segment.facts.models + doc] ?? unknownNumber;
      return most !== undefined && isOutside(side, { least: 0, most });
    });
  const hasTags = tags !== undefined && tags.length > 0;
  const found = (tags ?? []).map((text) => findTag(segment, text));
  const wantedTags: ReadonlySet<number> = new Set(found.filter((tag) => tag !== null));

  /** Returns the facets whose constraints a model fails through its own values, not through list entries. */
  const ownFails = (doc: number): number => {
    const isOut = hasTriangles && isOutside(numbers.triangles[doc], triangles);
    const isOtherSize = hasSizes && isOutside(numbers.sizes[doc], sizes);
    const isWithoutTag = hasTags && !holdsAnyTag(segment, doc, wantedTags);
    return (
      (isOut ? facetBits.triangles : 0) |
      (isOtherSize ? facetBits.size : 0) |
      (isWithoutTag ? facetBits.tag : 0) |
      (hasSides && isTooLarge(doc) ? facetBits.extent : 0)
    );
  };
  /** Returns the facets whose constraints a model fails. */
  const fails = (doc: number) =>
    (lists.categoryFails[segment.categories[doc] ?? 0] ?? 0) |
    (lists.traitFails[segment.traits[doc] ?? 0] ?? 0) |
    (lists.formatFails[segment.formatSets[doc] ?? 0] ?? 0) |
    (lists.measureFails[segment.measures[doc] ?? 0] ?? 0) |
    ownFails(doc);
  return {
    ...lists,
    constraints: listConstraints(filters, levels.mask),
    levels,
    hasTags,
    hasTriangles,
    hasSizes,
    wantedTags,
    triangles,
    sizes,
    mostSides,
    ownFails,
    fails,
  };
}
export type Selection = ReturnType<typeof createSelection>;
