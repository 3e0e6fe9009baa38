import { type EngineFilters, facetBits } from './engine-types.ts';
import type { ListFacet, ListFacets } from './list-facets.ts';
import { findTag, noTriangles, type Segment, type SegmentFacts } from './segment.ts';
import { holdsAnyTag } from './tag-lanes.ts';

const lower = (text: string) => text.toLowerCase();
type Judged = readonly [facet: ListFacet, wanted: readonly string[] | undefined];

/** For each place of a list the bits of the facets whose constraints it fails. Nothing wanted fails nothing. */
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
      [facets.licenses, filters.license === undefined ? undefined : [filters.license]],
      [facets.types, toTexts(filters.type)],
      [facets.animated, toTexts(filters.animated)],
      [facets.rigged, toTexts(filters.rigged)],
    ]),
    formatFails: judge(new Uint16Array(facts.formatSets.length), [[facets.formats, filters.formats]]),
  };
}

/** What a query wants of one facet; constraints of equal keys fail the same models. */
export type Constraint = { readonly bit: number; readonly key: string };

function listConstraints(filters: EngineFilters): Constraint[] {
  const { categories, subcategory, triMin, triMax } = filters;
  const wanted: readonly (readonly [bit: number, values: readonly unknown[]])[] = [
    [facetBits.category, [categories?.length ? categories : undefined, subcategory]],
    [facetBits.format, filters.formats ?? []],
    [facetBits.lod, filters.lods ?? []],
    [facetBits.license, [filters.license]],
    [facetBits.type, [filters.type]],
    [facetBits.animated, [filters.animated]],
    [facetBits.rigged, [filters.rigged]],
    [facetBits.tag, filters.tags ?? []],
    [facetBits.triangles, [triMin, triMax]],
  ];
  return wanted
    .filter(([, values]) => values.some((value) => value !== undefined))
    .map(([bit, values]) => ({ bit, key: JSON.stringify([bit, ...values]) }));
}

type Judging = { readonly segment: Segment; readonly facets: ListFacets };

/** The constraints of a query, worked out for one segment. */
export function createSelection(judging: Judging, filters: EngineFilters) {
  const { segment } = judging;
  const lists = judgeLists(judging, filters);
  const { triMin, triMax, tags } = filters;
  const hasTriangles = triMin !== undefined || triMax !== undefined;
  const [least, most] = [triMin ?? Number.NEGATIVE_INFINITY, triMax ?? Number.POSITIVE_INFINITY];
  const hasTags = tags !== undefined && tags.length > 0;
  const found = (tags ?? []).map((text) => findTag(segment, text));
  const wantedTags: ReadonlySet<number> = new Set(found.filter((tag) => tag !== null));

  /** What a model fails by itself, not by what it shares with others. */
  const ownFails = (doc: number): number => {
    const count = segment.triangles[doc] ?? noTriangles;
    const isOut = hasTriangles && (count === noTriangles || count < least || count > most);
    const isWithoutTag = hasTags && !holdsAnyTag(segment, doc, wantedTags);
    return (isOut ? facetBits.triangles : 0) | (isWithoutTag ? facetBits.tag : 0);
  };
  /** The bits of all facets whose constraints a model fails. */
  const fails = (doc: number) =>
    (lists.categoryFails[segment.categories[doc] ?? 0] ?? 0) |
    (lists.traitFails[segment.traits[doc] ?? 0] ?? 0) |
    (lists.formatFails[segment.formatSets[doc] ?? 0] ?? 0) |
    ownFails(doc);
  return {
    ...lists,
    constraints: listConstraints(filters),
    hasTags,
    wantedTags,
    least,
    most,
    ownFails,
    fails,
  };
}
export type Selection = ReturnType<typeof createSelection>;
