import type { Matches } from './matcher.ts';
import { noTriangles, type Segment } from './segment.ts';
import { facetCodes, type Selection } from './select.ts';
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

/** Counts models one by one. */
function createCounter(segment: Segment, selection: Selection) {
  const { facts, tagOffsets, tags, triangles } = segment;
  const { categoryCodes, traitCodes, formatCodes, isPlain, failsTag, failsTriangles } = selection;
  const categories = new Uint32Array(facts.categories.length);
  const traits = new Uint32Array(facts.traits.length);
  const formatSets = new Uint32Array(facts.formatSets.length);
  const tagCounts = new Uint32Array(segment.tagTextOffsets.length - 1);
  const otherBuckets = new Uint32Array(bucketBounds.length);
  let [total, least, most] = [0, noTriangles, -1];

  const countTags = (doc: number) => {
    const end = tagOffsets[doc + 1] ?? 0;
    for (let at = tagOffsets[doc] ?? 0; at < end; at++) {
      const tag = tags[at] ?? 0;
      tagCounts[tag] = (tagCounts[tag] ?? 0) + 1;
    }
  };
  const noteTriangles = (doc: number) => {
    const count = triangles[doc] ?? noTriangles;
    if (count === noTriangles) return;
    if (count < least) least = count;
    if (count > most) most = count;
  };
  /** True when the model fails a constraint of its own, and has been counted as far as it counts. */
  const isExcluded = (doc: number, isElseHeld: boolean) => {
    const [lacksTag, lacksTriangles] = [failsTag(doc), failsTriangles(doc)];
    if (!lacksTag && !lacksTriangles) return false;
    if (!isElseHeld || (lacksTag && lacksTriangles)) return true;
    const count = triangles[doc] ?? noTriangles;
    if (lacksTag) countTags(doc);
    else if (count !== noTriangles) {
      const bucket = bucketOf(count);
      otherBuckets[bucket] = (otherBuckets[bucket] ?? 0) + 1;
      noteTriangles(doc);
    }
    return true;
  };
  const count = (doc: number) => {
    const category = segment.categories[doc] ?? 0;
    const trait = segment.traits[doc] ?? 0;
    const formatSet = segment.formatSets[doc] ?? 0;
    const hasCategory = categoryCodes[category] === facetCodes.none;
    const hasTrait = traitCodes[trait] === facetCodes.none;
    const hasFormat = formatCodes[formatSet] === facetCodes.none;
    const isHeld = hasCategory && hasTrait && hasFormat;
    if (!isPlain && isExcluded(doc, isHeld)) return;
    if (hasTrait && hasFormat) categories[category] = (categories[category] ?? 0) + 1;
    if (hasCategory && hasFormat) traits[trait] = (traits[trait] ?? 0) + 1;
    if (hasCategory && hasTrait) formatSets[formatSet] = (formatSets[formatSet] ?? 0) + 1;
    if (!isHeld) return;
    total++;
    countTags(doc);
    noteTriangles(doc);
  };
  const read = (): Counts => ({
    total,
    categories,
    traits,
    formatSets,
    tags: tagCounts,
    otherBuckets,
    least,
    most,
  });
  return { count, read };
}

const wholes = new WeakMap<SharedArrayBuffer, Counts>();

/** Counts a selection in one pass over its models; the whole of a segment is counted only once. */
export function countSelection({ segment, dead, selection, matches }: Counted): Counts {
  const isWhole = matches === null && dead === null && selection.isAll;
  const known = isWhole ? wholes.get(segment.buffer) : undefined;
  if (known) return known;
  const { count, read } = createCounter(segment, selection);
  if (matches !== null) for (let at = 0; at < matches.length; at++) count(matches.docs[at] ?? 0);
  else for (let doc = 0; doc < segment.facts.models; doc++) if (dead === null || dead[doc] !== 1) count(doc);
  const counts = read();
  if (isWhole) wholes.set(segment.buffer, counts);
  return counts;
}
