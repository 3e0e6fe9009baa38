import type { Matches } from './matcher.ts';
import { noTriangles, recordAt, recordWidth, type Segment } from './segment.ts';
import type { Selection } from './select.ts';
import { bucketBounds, bucketOf } from './triangle-buckets.ts';

/** What one segment holds of a selection. Each list counts the models that no other list or own constraint excludes. */
export type Counts = {
  readonly total: number;
  readonly categories: Uint32Array;
  readonly traits: Uint32Array;
  readonly formatSets: Uint32Array;
  readonly tags: Uint32Array;
  /** Models outside the wanted triangles that hold all else. */
  readonly otherBuckets: Uint32Array;
  readonly least: number;
  readonly most: number;
};

export type Counted = {
  readonly segment: Segment;
  readonly dead: Uint8Array | null;
  readonly selection: Selection;
  /** Null for all models. */
  readonly matches: Matches | null;
};

function createCounts({ facts, tagTextOffsets }: Segment) {
  return {
    total: 0,
    categories: new Uint32Array(facts.categories.length),
    traits: new Uint32Array(facts.traits.length),
    formatSets: new Uint32Array(facts.formatSets.length),
    tags: new Uint32Array(tagTextOffsets.length - 1),
    otherBuckets: new Uint32Array(bucketBounds.length),
    least: noTriangles,
    most: -1,
  };
}
type Draft = ReturnType<typeof createCounts>;

function countTags({ records, tags }: Segment, row: number, counts: Uint32Array) {
  const end = records[row + recordWidth + recordAt.tags] ?? 0;
  for (let at = records[row + recordAt.tags] ?? 0; at < end; at++) {
    const tag = tags[at] ?? 0;
    counts[tag] = (counts[tag] ?? 0) + 1;
  }
}

/** Counts models one after another. The innermost loop of all: everything it reads is a local array. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: split into calls, this loop takes twice as long
function countModels({ segment, dead, selection, matches }: Counted, counts: Draft) {
  const { records } = segment;
  const { categoryCodes, traitCodes, formatCodes, tagged, hasTriangles, least, most } = selection;
  const { categories: ofCategories, traits: ofTraits, formatSets: ofFormatSets, tags } = counts;
  const docs = matches?.docs ?? null;
  const length = matches?.length ?? segment.facts.models;
  let total = 0;
  for (let at = 0; at < length; at++) {
    const doc = docs === null ? at : (docs[at] ?? 0);
    if (docs === null && dead !== null && dead[doc] === 1) continue;
    const row = doc * recordWidth;
    const category = records[row + recordAt.category] ?? 0;
    const trait = records[row + recordAt.trait] ?? 0;
    const formatSet = records[row + recordAt.formatSet] ?? 0;
    const categoryCode = categoryCodes[category] ?? 0;
    const traitCode = traitCodes[trait] ?? 0;
    const formatCode = formatCodes[formatSet] ?? 0;
    const count = records[row + recordAt.triangles] ?? noTriangles;
    const isTagged = tagged === null || tagged[doc] === 1;
    const isSized = !hasTriangles || (count !== noTriangles && count >= least && count <= most);
    if (isTagged && isSized) {
      if ((traitCode | formatCode) === 0) ofCategories[category] = (ofCategories[category] ?? 0) + 1;
      if ((categoryCode | formatCode) === 0) ofTraits[trait] = (ofTraits[trait] ?? 0) + 1;
      if ((categoryCode | traitCode) === 0) ofFormatSets[formatSet] = (ofFormatSets[formatSet] ?? 0) + 1;
    }
    if ((categoryCode | traitCode | formatCode) !== 0) continue;
    if (isTagged && isSized) total++;
    if (isSized) countTags(segment, row, tags);
    if (!isTagged || count === noTriangles) continue;
    if (count < counts.least) counts.least = count;
    if (count > counts.most) counts.most = count;
    if (!isSized) addTo(counts.otherBuckets, bucketOf(count));
  }
  counts.total = total;
}

const addTo = (list: Uint32Array, index: number) => {
  list[index] = (list[index] ?? 0) + 1;
};

/** Counts a selection in one pass over its models. */
export function countSelection(counted: Counted): Counts {
  const counts = createCounts(counted.segment);
  countModels(counted, counts);
  return counts;
}
