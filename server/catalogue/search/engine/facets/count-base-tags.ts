import type { Histogram } from '../segment/histogram.ts';
import { createMarks, markDocs } from '../segment/marks.ts';
import type { Segment } from '../segment/segment.ts';
import { createLaneCounter, laneTags } from '../segment/tag-lanes.ts';
import { createTop } from '../segment/top.ts';

/** Distinct models of one segment whose tags count; `missing` lists all other models if they are fewer. */
export type Tagged = { readonly docs: Uint32Array; readonly missing: Uint32Array | null };

/** Below this share of all models, tags are read model by model; above it, each tag's models are intersected. */
const fewModels = 1 / 24;

/** Returns the count of the last of the leading tags, or 1 if there are fewer. */
export function leastLeading(histogram: Histogram, leading: number): number {
  const top = createTop(leading);
  histogram.each((tag, count) => top.offer(tag, count));
  return top.isFull() ? top.least() : 1;
}

/** Counts the tags of a large segment into a histogram. */
export function createBaseTagCounter(base: Segment, histogram: Histogram) {
  const { tags, tagOffsets, tagUses, tagListOffsets, tagLists } = base;
  const known = tagUses.length;
  const listed = tagListOffsets.length - 1;
  const inLanes = Math.min(laneTags, known);
  const countLanes = createLaneCounter(base);
  const marks = createMarks(base.facts.models);
  const sums = new Uint32Array(listed);

  const countMarked = (start: number, end: number) => {
    let count = 0;
    for (let at = start; at < end; at++) {
      const doc = tagLists[at] ?? 0;
      count += ((marks[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
    }
    return count;
  };
  const addLists = (from: number, to: number) => {
    for (let tag = from; tag < to; tag++)
      sums[tag] = (sums[tag] ?? 0) + countMarked(tagListOffsets[tag] ?? 0, tagListOffsets[tag + 1] ?? 0);
  };
  /** Adds the sums to the histogram; if `isOfOthers`, they were counted over all other models. */
  const take = (from: number, to: number, isOfOthers: boolean) => {
    if (isOfOthers) for (let tag = from; tag < to; tag++) sums[tag] = (tagUses[tag] ?? 0) - (sums[tag] ?? 0);
    histogram.addTotals(sums, from, to);
    sums.fill(0, from, to);
  };

  /** Adds all tags of a few models, model by model. */
  const addFew = ({ docs }: Tagged) => {
    countLanes(docs, sums);
    take(0, inLanes, false);
    histogram.addRuns({ values: tags, offsets: tagOffsets }, docs);
  };
  /** Adds the tags that have lanes; call it before `addLists`. */
  const addLanes = ({ docs, missing }: Tagged) => {
    countLanes(missing ?? docs, sums);
    marks.fill(0);
    markDocs(marks, missing ?? docs);
    addLists(0, inLanes);
    take(0, inLanes, missing !== null);
  };
  /** Adds tags that have no list. */
  const addRuns = ({ docs, missing }: Tagged, from: number, to: number) => {
    const runs = { values: tags, offsets: tagOffsets, from, to };
    if (missing === null) return histogram.addRuns(runs, docs);
    histogram.addTotals(tagUses, from, to);
    histogram.subtractRuns(runs, missing);
  };
  /** Returns how many of the first tags have enough models. */
  const countWith = (models: number) => {
    let [low, high] = [0, known];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((tagUses[middle] ?? 0) >= models) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    /** Counts until no uncounted tag can lead, given that each has at most `more` models elsewhere. */
    addLeading(tagged: Tagged, leading: number, more: number) {
      const { docs, missing } = tagged;
      if (missing === null && docs.length < base.facts.models * fewModels) return addFew(tagged);
      addLanes(tagged);
      let from = inLanes;
      for (;;) {
        const to = countWith(leastLeading(histogram, leading) - more);
        if (from >= to) return;
        if (from >= listed) return addRuns(tagged, from, to);
        const next = Math.min(to, listed, from * 2);
        addLists(from, next);
        take(from, next, missing !== null);
        from = next;
      }
    },
  };
}
