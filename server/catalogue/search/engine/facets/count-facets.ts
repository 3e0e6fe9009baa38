import { type FacetName, facetBits } from '../engine-types.ts';
import type { Head, HeadColumn } from '../segment/heads.ts';
import { createHistogram } from '../segment/histogram.ts';
import { type LevelNumbersOf, measures as measureList } from '../segment/measures.ts';
import type { CategoryNames, Column, Segment } from '../segment/segment.ts';
import type { Filtered, Others } from './filter-segment.ts';
import { type ListFacets, type Tally, tallyFacet } from './list-facets.ts';
import type { Selection } from './select.ts';
import { createTriangleRange, type TriangleRange } from './triangle-range.ts';

/** Facets of a selection in one segment; each counts the models that no other facet's constraint excludes. */
export type Counts = {
  readonly total: number;
  readonly categories: readonly (readonly [CategoryNames, number])[];
  readonly formats: Tally;
  readonly lods: Tally;
  readonly licenses: Tally;
  readonly types: Tally;
  readonly animated: Tally;
  readonly rigged: Tally;
  /** By bucket, without models outside the wanted range. */
  readonly triangles: Tally;
  readonly sizes: Tally;
  readonly colours: Tally;
  readonly range: TriangleRange;
};

const nothing: Tally = new Map();
const traitFacets = ['lods', 'licenses', 'types', 'animated', 'rigged'] as const;
const traitBits = facetBits.lod | facetBits.license | facetBits.type | facetBits.animated | facetBits.rigged;
const measureFacets = ['triangles', 'sizes', 'colours'] as const;

/** Models with known counts (of a head, or all), and those few of them that are not selected. */
export type Basis = { readonly head: Head | null; readonly missing: Uint32Array };

type Counting = {
  readonly filtered: Filtered;
  /** Null to count the selected models directly. */
  readonly basis: Basis | null;
  readonly selection: Selection;
  readonly wanted: ReadonlySet<FacetName>;
};

type CounterOptions = { readonly size: number; readonly bits: number };

/** Counts one column; `totals` counts it over all models, `bits` are the facets that it decides. */
function createColumnCounter(name: HeadColumn, column: Column, { size, bits }: CounterOptions) {
  let known: Uint32Array | null = null;
  const totals = () => {
    if (known !== null) return known;
    known = new Uint32Array(size);
    for (const value of column) known[value] = (known[value] ?? 0) + 1;
    return known;
  };
  return { name, column, bits, histogram: createHistogram(size), totals };
}
type ColumnCounter = ReturnType<typeof createColumnCounter>;

/** Counts all facets of one segment except tags. */
export function createFacetCounter(segment: Segment, facets: ListFacets, levelsOf: LevelNumbersOf) {
  const { facts } = segment;
  const { categories: names, traits: kinds, formatSets: sets } = facts;
  const toCounter = (name: Exclude<HeadColumn, 'measures'>, size: number, bits: number) =>
    createColumnCounter(name, segment[name], { size, bits });
  const categories = toCounter('categories', names.length, facetBits.category);
  const traits = toCounter('traits', kinds.length, traitBits);
  const formatSets = toCounter('formatSets', sets.length, facetBits.format);
  const ofMeasures = new WeakMap<Column, ColumnCounter>();
  const measuresOf = ({ levels }: Selection): ColumnCounter => {
    const column = levelsOf(levels).measures;
    const options = { size: measureList.length, bits: facetBits.colour };
    const known = ofMeasures.get(column) ?? createColumnCounter('measures', column, options);
    ofMeasures.set(column, known);
    return known;
  };
  const range = createTriangleRange();

  /** Adds models that fail a single facet's constraint to that facet. */
  const addOthers = (others: readonly Others[], counters: readonly ColumnCounter[]) => {
    for (const { bit, docs } of others)
      for (const { bits, histogram, column } of counters)
        if ((bits & bit) !== 0) histogram.addColumn(column, docs, docs.length);
  };
  const addOutside = (others: readonly Others[], levels: Selection['levels']) => {
    for (const { bit, docs } of others) {
      if (bit === facetBits.triangles) range.addOutside(levelsOf(levels), docs);
      if (bit === facetBits.size) range.addOutsideSizes(levelsOf(levels), docs);
    }
  };
  const listCategories = () => {
    const listed: (readonly [CategoryNames, number])[] = [];
    categories.histogram.each((place, count) => {
      const found = names[place];
      if (found !== undefined) listed.push([found, count]);
    });
    return listed;
  };

  const wantedCounters = (wanted: ReadonlySet<FacetName>, measures: ColumnCounter) => [
    ...(wanted.has('categories') ? [categories] : []),
    ...(traitFacets.some((name) => wanted.has(name)) ? [traits] : []),
    ...(wanted.has('formats') ? [formatSets] : []),
    ...(measureFacets.some((name) => wanted.has(name)) ? [measures] : []),
  ];

  /** Counts the wanted facets; the others are not meaningful. */
  return ({ filtered, basis, selection, wanted }: Counting): Counts => {
    const { docs, length, others } = filtered;
    const measures = measuresOf(selection);
    const asked = wantedCounters(wanted, measures);
    for (const { name, histogram, column, totals } of asked) {
      if (basis === null) histogram.addColumn(column, docs, length);
      else histogram.addTotals(basis.head?.counts[name] ?? totals());
    }
    addOthers(others, asked);
    for (const { histogram, column } of asked)
      if (basis !== null) histogram.subtractColumn(column, basis.missing);
    if (wanted.has('triangles')) range.addAll(levelsOf(selection.levels), docs, length);
    if (wanted.has('triangles') || wanted.has('sizes')) addOutside(others, selection.levels);
    const tally = (name: (typeof traitFacets)[number]): Tally =>
      wanted.has(name) ? tallyFacet(facets[name], traits.histogram, selection.traitFails) : nothing;
    const measure = (name: (typeof measureFacets)[number]): Tally =>
      wanted.has(name) ? tallyFacet(facets[name], measures.histogram, selection.measureFails) : nothing;
    const counts = {
      total: length,
      categories: wanted.has('categories') ? listCategories() : [],
      formats: wanted.has('formats')
        ? tallyFacet(facets.formats, formatSets.histogram, selection.formatFails)
        : nothing,
      lods: tally('lods'),
      licenses: tally('licenses'),
      types: tally('types'),
      animated: tally('animated'),
      rigged: tally('rigged'),
      triangles: measure('triangles'),
      sizes: measure('sizes'),
      colours: measure('colours'),
      range: range.take(),
    };
    for (const { histogram } of asked) histogram.clear();
    return counts;
  };
}
export type FacetCounter = ReturnType<typeof createFacetCounter>;
