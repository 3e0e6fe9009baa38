import type { Histogram } from './histogram.ts';
import type { Segment } from './segment.ts';
import { createLaneCounter, laneTags } from './tag-lanes.ts';

/** Models of one segment whose tags count, each once; `missing` lists all others where these are fewer. */
export type Tagged = { readonly docs: Uint32Array; readonly missing: Uint32Array | null };

/** Counts the tags of a large segment into a histogram. */
export function createBaseTagCounter(base: Segment, histogram: Histogram) {
  const { tags, tagOffsets, tagUses, tagListOffsets, tagLists } = base;
  const known = tagUses.length;
  const listed = tagListOffsets.length - 1;
  const inLanes = Math.min(laneTags, known);
  const countLanes = createLaneCounter(base);
  const marks = new Uint32Array(Math.ceil(base.facts.models / 32));
  const sums = new Uint32Array(listed);

  const mark = (docs: Uint32Array) => {
    marks.fill(0);
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at] ?? 0;
      marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
    }
  };
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
  /** Hands over what was summed up of models, or of all the others. */
  const take = (from: number, to: number, isOfOthers: boolean) => {
    if (isOfOthers) for (let tag = from; tag < to; tag++) sums[tag] = (tagUses[tag] ?? 0) - (sums[tag] ?? 0);
    histogram.addTotals(sums, from, to);
    sums.fill(0, from, to);
  };

  return {
    inLanes,
    listed,
    /** All tags of few models, model by model. */
    addFew({ docs }: Tagged) {
      countLanes(docs, sums);
      take(0, inLanes, false);
      histogram.addRuns({ values: tags, offsets: tagOffsets, from: 0, to: known }, docs);
    },
    /** The tags with a lane; call it before `addListed`. */
    addLanes({ docs, missing }: Tagged) {
      countLanes(missing ?? docs, sums);
      mark(missing ?? docs);
      addLists(0, inLanes);
      take(0, inLanes, missing !== null);
    },
    /** Tags with a list, all of them beyond the lanes. */
    addListed({ missing }: Tagged, from: number, to: number) {
      addLists(from, to);
      take(from, to, missing !== null);
    },
    /** Tags without a list. */
    addRuns({ docs, missing }: Tagged, from: number, to: number) {
      const runs = { values: tags, offsets: tagOffsets, from, to };
      if (missing === null) return histogram.addRuns(runs, docs);
      histogram.addTotals(tagUses, from, to);
      histogram.subtractRuns(runs, missing);
    },
  };
}
