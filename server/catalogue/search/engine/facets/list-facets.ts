import { facetBits } from '../engine-types.ts';
import type { Histogram } from '../segment/histogram.ts';
import { type Measure, measures } from '../segment/measures.ts';
import type { SegmentFacts, Trait } from '../segment/segment.ts';
import { createNumbering } from '../segment/texts.ts';

export type Tally = ReadonlyMap<string, number>;

/** Values of one facet for each entry of a list (of traits or sets of formats). */
export type ListFacet = {
  readonly bit: number;
  readonly values: readonly string[];
  /** Start of each entry's values in `numbers`, plus the end. */
  readonly offsets: Uint32Array;
  readonly numbers: Uint32Array;
};

function toListFacet<Item>(
  bit: number,
  list: readonly Item[],
  valuesOf: (item: Item) => readonly (string | undefined)[],
): ListFacet {
  const { values, numberOf } = createNumbering<string>(String);
  const numbers = list.map((item) => valuesOf(item).map((value) => numberOf(value ?? '')));
  const offsets = new Uint32Array(list.length + 1);
  for (const [place, { length }] of numbers.entries()) offsets[place + 1] = (offsets[place] ?? 0) + length;
  return { bit, values, offsets, numbers: Uint32Array.from(numbers.flat()) };
}

const ofMeasure = (bit: number, nameOf: (measure: Measure) => string) =>
  toListFacet(bit, measures, (measure) => [nameOf(measure)]);

/** Facets derived from the list of measures, the same for all segments. */
const ofMeasures = {
  triangles: ofMeasure(facetBits.triangles, ({ triangles }) => String(triangles)),
  sizes: ofMeasure(facetBits.size, ({ size }) => String(size)),
  colours: ofMeasure(facetBits.colour, ({ colour }) => colour),
};

/** Facets derived from the lists of a segment. */
export function createListFacets({ traits, licenses, lods, formats, formatSets }: SegmentFacts) {
  const ofTraits = (bit: number, valuesOf: (trait: Trait) => readonly (string | undefined)[]) =>
    toListFacet(bit, traits, valuesOf);
  return {
    formats: toListFacet(facetBits.format, formatSets, (set) => set.map((format) => formats[format])),
    lods: ofTraits(facetBits.lod, (trait) => trait.lods.map((lod) => lods[lod])),
    licenses: ofTraits(facetBits.license, (trait) => [licenses[trait.license]]),
    types: ofTraits(facetBits.type, (trait) => [String(trait.type)]),
    animated: ofTraits(facetBits.animated, (trait) => [String(trait.animated)]),
    rigged: ofTraits(facetBits.rigged, (trait) => [String(trait.rigged)]),
    ...ofMeasures,
  };
}

export type ListFacets = ReturnType<typeof createListFacets>;

/** Counts a facet's values from the counts of list entries, including those that fail only this facet's constraint. */
export function tallyFacet(facet: ListFacet, histogram: Histogram, fails: Uint16Array): Tally {
  const { bit, values, offsets, numbers } = facet;
  const { seen, counts } = histogram.read();
  const sums = new Uint32Array(values.length);
  for (let index = 0; index < seen.length; index++) {
    const place = seen[index] ?? 0;
    if (((fails[place] ?? 0) & ~bit) !== 0) continue;
    const count = counts[place] ?? 0;
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      const value = numbers[at] ?? 0;
      sums[value] = (sums[value] ?? 0) + count;
    }
  }
  const tally = new Map<string, number>();
  for (const [index, value] of values.entries()) if (sums[index]) tally.set(value, sums[index]);
  return tally;
}
