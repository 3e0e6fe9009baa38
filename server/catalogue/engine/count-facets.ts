import type { FacetName } from './engine-types.ts';
import { facetBits } from './facet-bits.ts';
import { createHistogram } from './histogram.ts';
import { type ListFacets, type Tally, tallyFacet } from './list-facets.ts';
import type { CategoryNames, Column, Segment } from './segment.ts';
import type { Selection } from './select.ts';
import type { Sifted } from './sieve.ts';
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
  readonly sifted: Sifted;
  /** The models that are not selected, where these are fewer. */
  readonly missing: Uint32Array | null;
  readonly selection: Selection;
  readonly wanted: ReadonlySet<FacetName>;
};

/** Counts one column; `totals` is what it says of all models. */
function createColumnCounter(column: Column, size: number) {
  let known: Uint32Array | null = null;
  const totals = () => {
    if (known !== null) return known;
    known = new Uint32Array(size);
    for (const value of column) known[value] = (known[value] ?? 0) + 1;
    return known;
  };
  return { column, histogram: createHistogram(size), totals };
}

/** Counts the facets of one segment, all but the tags. */
export function createFacetCounter(segment: Segment, facets: ListFacets) {
  const { facts } = segment;
  const categories = createColumnCounter(segment.categories, facts.categories.length);
  const traits = createColumnCounter(segment.traits, facts.traits.length);
  const formatSets = createColumnCounter(segment.formatSets, facts.formatSets.length);
  const counters = [categories, traits, formatSets];
  const range = createTriangleRange(segment);
  const { formats, ...ofTraits } = facets;

  /** A model that fails one constraint counts for that facet; each list knows which of its values fail. */
  const addOthers = (
    others: Uint32Array,
    { categoryFails, traitFails, formatFails, ownFails }: Selection,
  ) => {
    for (let at = 0; at < others.length; at++) {
      const doc = others[at] ?? 0;
      const category = segment.categories[doc] ?? 0;
      const trait = segment.traits[doc] ?? 0;
      const formatSet = segment.formatSets[doc] ?? 0;
      if (categoryFails[category] !== 0) categories.histogram.add(category);
      else if (traitFails[trait] !== 0) traits.histogram.add(trait);
      else if (formatFails[formatSet] !== 0) formatSets.histogram.add(formatSet);
      else if (ownFails(doc) === facetBits.triangles) range.addOutside(doc);
    }
  };
  const listCategories = () => {
    const listed: (readonly [CategoryNames, number])[] = [];
    categories.histogram.each((place, count) => {
      const names = facts.categories[place];
      if (names !== undefined) listed.push([names, count]);
    });
    return listed;
  };

  const wantedCounters = (wanted: ReadonlySet<FacetName>) => [
    ...(wanted.has('categories') ? [categories] : []),
    ...(traitFacets.some((name) => wanted.has(name)) ? [traits] : []),
    ...(wanted.has('formats') ? [formatSets] : []),
  ];

  /** Counts the wanted facets; what it says of the others means nothing. */
  return ({ sifted, missing, selection, wanted }: Counting): Counts => {
    const { docs, length, others } = sifted;
    const asked = wantedCounters(wanted);
    for (const { histogram, column, totals } of asked) {
      if (missing === null) histogram.addColumn(column, docs, length);
      else histogram.addTotals(totals(), 0, totals().length);
    }
    addOthers(others, selection);
    for (const { histogram, column } of asked)
      if (missing !== null) histogram.subtractColumn(column, missing);
    if (wanted.has('triangles')) range.addAll(docs, length);
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
