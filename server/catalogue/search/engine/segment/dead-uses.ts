import { createMarks, markDocs } from './marks.ts';
import { type Segment, seek } from './segment.ts';

/** Approximate cost of seeking one model in a term, relative to reading the next one. */
const seekCost = 20;

export function createDeadUses({ postingDocs, postingOffsets }: Segment, dead: Uint8Array) {
  const all = new Uint32Array(dead.length);
  let length = 0;
  for (let doc = 0; doc < dead.length; doc++) if (dead[doc] === 1) all[length++] = doc;
  const docs = all.slice(0, length);
  const marks = markDocs(createMarks(dead.length), docs);
  const known = new Map<number, number>();

  const lookForEach = (from: number, to: number) => {
    let [count, place] = [0, from];
    for (const doc of docs) {
      place = seek({ docs: postingDocs, to }, place, doc);
      if (place < to && postingDocs[place] === doc) count++;
    }
    return count;
  };
  const lookThrough = (from: number, to: number) => {
    let count = 0;
    for (let at = from; at < to; at++) {
      const doc = postingDocs[at] ?? 0;
      count += ((marks[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
    }
    return count;
  };
  const count = (first: number, last: number) => {
    const [from, to] = [postingOffsets[first] ?? 0, postingOffsets[last + 1] ?? 0];
    // Only a single term's models are ascending.
    return first === last && docs.length * seekCost < to - from
      ? lookForEach(from, to)
      : lookThrough(from, to);
  };
  return {
    models: length,
    /** Counts the dead models of the terms from `first` to `last`, once for each term. */
    of(first: number, last = first): number {
      const found = known.get(first) ?? count(first, last);
      if (first === last) known.set(first, found);
      return found;
    },
  };
}
