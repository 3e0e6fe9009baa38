import { type FacetName, facetBits } from './engine-types.ts';
import type { Filtered } from './filter-segment.ts';
import { createHistogram } from './histogram.ts';
import { type ListFacets, type Tally, tallyFacet } from './list-facets.ts';
import type { CategoryNames, Column, Segment } from './segment.ts';
import type { Selection } from './select.ts';
import { createTriangleRange, type TriangleRange } from './triangle-range.ts';

/** What one segment holds of a selection: each facet counts the models that no other facet's constraint excludes. */
export type Counts = {
  readonly total: number;
  readonly categories: readonly (readonly [CategoryNames, number])[];
  readonly formats: Tally;
  readonly lods: Tally;
  readonly licenses: Tally;
  readonly types: Tally;
  readonly animated: Tally;
  readonly rigged: Tally;
  /** By the number of the bucket, without the models outside the wanted triangles. */
  readonly buckets: Tally;
  readonly range: TriangleRange;
};

const nothing: Tally = new Map();
const traitFacets = ['lods', 'licenses', 'types', 'animated', 'rigged', 'triangles'] as const;

type Counting = {
  readonly filtered: Filtered;
  /** The models that are not selected, where these are fewer. */
  readonly missing: Uint32Array | null;
  readonly selection: Selection;
  readonly wanted: ReadonlySet<FacetName>;
};

/** Counts one column; `totals` is what it says of all models, `failsOf` which of its values fail. */
function createColumnCounter(column: Column, size: number, failsOf: (selection: Selection) => Uint16Array) {
  let known: Uint32Array | null = null;
  const totals = () => {
    if (known !== null) return known;
    known = new Uint32Array(size);
    for (const value of column) known[value] = (known[value] ?? 0) + 1;
    return known;
  };
  return { column, failsOf, histogram: createHistogram(size), aside: createHistogram(size), totals };
}
type ColumnCounter = ReturnType<typeof createColumnCounter>;

/** Counts the facets of one segment, all but the tags. */
export function createFacetCounter(segment: Segment, facets: ListFacets) {
  const { facts } = segment;
  const { categories: names, traits: kinds, formatSets: sets } = facts;
  const categories = createColumnCounter(segment.categories, names.length, (one) => one.categoryFails);
  const traits = createColumnCounter(segment.traits, kinds.length, (one) => one.traitFails);
  const formatSets = createColumnCounter(segment.formatSets, sets.length, (one) => one.formatFails);
  const counters = [categories, traits, formatSets];
  const range = createTriangleRange(segment);
  const { formats, ...ofTraits } = facets;

  /** Models that fail one constraint count for that facet: a list knows which of its values fail, and only these are taken. */
  const addOthers = (
    { histogram, column, aside }: ColumnCounter,
    others: Uint32Array,
    fails: Uint16Array,
  ) => {
    if (fails.every((bits) => bits === 0)) return;
    aside.addColumn(column, others, others.length);
    aside.each((value, count) => {
      if (fails[value] !== 0) histogram.add(value, count);
    });
    aside.clear();
  };
  const addOutside = (others: Uint32Array, { fails }: Selection) => {
    for (const doc of others) if (fails(doc) === facetBits.triangles) range.addOutside(doc);
  };
  const listCategories = () => {
    const listed: (readonly [CategoryNames, number])[] = [];
    categories.histogram.each((place, count) => {
      const found = names[place];
      if (found !== undefined) listed.push([found, count]);
    });
    return listed;
  };

  const wantedCounters = (wanted: ReadonlySet<FacetName>) => [
    ...(wanted.has('categories') ? [categories] : []),
    ...(traitFacets.some((name) => wanted.has(name)) ? [traits] : []),
    ...(wanted.has('formats') ? [formatSets] : []),
  ];

  /** Counts the wanted facets; what it says of the others means nothing. */
  return ({ filtered, missing, selection, wanted }: Counting): Counts => {
    const { docs, length, others } = filtered;
    const asked = wantedCounters(wanted);
    for (const { histogram, column, totals } of asked) {
      if (missing === null) histogram.addColumn(column, docs, length);
      else histogram.addTotals(totals(), 0, totals().length);
    }
    for (const counter of asked) addOthers(counter, others, counter.failsOf(selection));
    for (const { histogram, column } of asked)
      if (missing !== null) histogram.subtractColumn(column, missing);
    if (wanted.has('triangles')) {
      range.addAll(docs, length);
      addOutside(others, selection);
    }
    const tally = (name: keyof typeof ofTraits, asName: FacetName): Tally =>
      wanted.has(asName) ? tallyFacet(ofTraits[name], traits.histogram, selection.traitFails) : nothing;
    const counts = {
      total: length,
      categories: wanted.has('categories') ? listCategories() : [],
      formats: wanted.has('formats')
        ? tallyFacet(formats, formatSets.histogram, selection.formatFails)
        : nothing,
      lods: tally('lods', 'lods'),
      licenses: tally('licenses', 'licenses'),
      types: tally('types', 'types'),
      animated: tally('animated', 'animated'),
      rigged: tally('rigged', 'rigged'),
      buckets: tally('buckets', 'triangles'),
      range: range.take(),
    };
    for (const { histogram } of counters) histogram.clear();
    return counts;
  };
}
export type FacetCounter = ReturnType<typeof createFacetCounter>;
