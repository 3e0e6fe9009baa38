import { facetBits } from './facet-bits.ts';
import { createHistogram } from './histogram.ts';
import { type ListFacets, type Tally, tallyFacet } from './list-facets.ts';
import type { CategoryNames, Segment } from './segment.ts';
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

/** Counts the facets of one segment, all but the tags. */
export function createFacetCounter(segment: Segment, facets: ListFacets) {
  const { facts } = segment;
  const categories = createHistogram(facts.categories.length);
  const traits = createHistogram(facts.traits.length);
  const formatSets = createHistogram(facts.formatSets.length);
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
      if (categoryFails[category] !== 0) categories.add(category);
      else if (traitFails[trait] !== 0) traits.add(trait);
      else if (formatFails[formatSet] !== 0) formatSets.add(formatSet);
      else if (ownFails(doc) === facetBits.triangles) range.addOutside(doc);
    }
  };
  const listCategories = () => {
    const listed: (readonly [CategoryNames, number])[] = [];
    categories.each((place, count) => {
      const names = facts.categories[place];
      if (names !== undefined) listed.push([names, count]);
    });
    return listed;
  };

  return ({ docs, length, others }: Sifted, selection: Selection): Counts => {
    categories.addColumn(segment.categories, docs, length);
    traits.addColumn(segment.traits, docs, length);
    formatSets.addColumn(segment.formatSets, docs, length);
    range.addAll(docs, length);
    addOthers(others, selection);
    const tally = (name: keyof typeof ofTraits) => tallyFacet(ofTraits[name], traits, selection.traitFails);
    const counts = {
      total: length,
      categories: listCategories(),
      formats: tallyFacet(formats, formatSets, selection.formatFails),
      lods: tally('lods'),
      licenses: tally('licenses'),
      types: tally('types'),
      animated: tally('animated'),
      rigged: tally('rigged'),
      buckets: tally('buckets'),
      range: range.take(),
    };
    for (const histogram of [categories, traits, formatSets]) histogram.clear();
    return counts;
  };
}
export type FacetCounter = ReturnType<typeof createFacetCounter>;
