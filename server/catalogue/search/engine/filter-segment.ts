import { createConstraintBits } from './constraint-bits.ts';
import type { LevelNumbersOf } from './level-numbers.ts';
import type { Segment } from './segment.ts';
import type { Selection } from './select.ts';
import type { Matches } from './sources.ts';

/** The models of a selection in one segment, ascending; the arrays may be longer than `length`. */
export type Filtered = {
  readonly docs: Uint32Array;
  /** Null without words. */
  readonly scores: Float32Array | null;
  readonly length: number;
  /** Models that fail the constraint of one facet alone: they count in that facet. */
  readonly others: Uint32Array;
};

type FilterRequest = {
  readonly selection: Selection;
  /** Null for all models. */
  readonly matches: Matches | null;
  /** 1 for each model that does not count any more; matches of words hold none of them. */
  readonly dead: Uint8Array | null;
  /** The first so many are enough, and none of the others are needed; without it all are looked at. */
  readonly enough?: number;
};

const none = new Uint32Array(0);

/** The models that are not selected, ascending. */
export function listMissing({ docs, length }: Filtered, models: number): Uint32Array {
  const selected = new Uint32Array(Math.ceil(models / 32));
  for (let at = 0; at < length; at++) {
    const doc = docs[at] ?? 0;
    selected[doc >>> 5] = (selected[doc >>> 5] ?? 0) | (1 << (doc & 31));
  }
  const missing = new Uint32Array(models - length);
  let count = 0;
  for (let word = 0; word < selected.length; word++) {
    const left = ~(selected[word] ?? 0) & aliveIn(null, word, models);
    for (let bits = left; bits !== 0; bits &= bits - 1)
      missing[count++] = word * 32 + 31 - Math.clz32(bits & -bits);
  }
  return missing;
}

/** Below this share of all models each match is judged by itself; above, bitmaps of what all models fail pay. */
const fewMatches = 1 / 64;

/** Filters models by a selection. What it returns is only valid until its next call. */
export function createSegmentFilter(segment: Segment, levelsOf: LevelNumbersOf) {
  const { models } = segment.facts;
  const docs = new Uint32Array(models);
  const others = new Uint32Array(models);
  const scores = new Float32Array(models);
  /** Models that fail any constraint, and those that fail several. */
  const failing = new Uint32Array(Math.ceil(models / 32));
  const failingMore = new Uint32Array(failing.length);
  const failsOf = createConstraintBits(segment, levelsOf);
  let everything: Uint32Array | null = null;

  const listAll = () => {
    if (everything !== null) return everything;
    everything = new Uint32Array(models);
    for (let doc = 0; doc < models; doc++) everything[doc] = doc;
    return everything;
  };
  const judgeAll = (selection: Selection) => {
    failing.fill(0);
    failingMore.fill(0);
    for (const constraint of selection.constraints) {
      const fails = failsOf(constraint, selection);
      for (let word = 0; word < failing.length; word++) {
        const bits = fails[word] ?? 0;
        failingMore[word] = (failingMore[word] ?? 0) | ((failing[word] ?? 0) & bits);
        failing[word] = (failing[word] ?? 0) | bits;
      }
    }
  };
  /** Lists the models of one word of bits; returns where the list then ends. */
  const list = (into: Uint32Array, from: number, word: number, marked: number) => {
    let length = from;
    for (let bits = marked; bits !== 0; bits &= bits - 1)
      into[length++] = word * 32 + 31 - Math.clz32(bits & -bits);
    return length;
  };
  const filterAll = ({ selection, dead, enough = models }: FilterRequest): Filtered => {
    judgeAll(selection);
    let [length, otherLength] = [0, 0];
    for (let word = 0; word < failing.length && length < enough; word++) {
      const fails = failing[word] ?? 0;
      const alive = aliveIn(dead, word, models);
      length = list(docs, length, word, ~fails & alive);
      otherLength = list(others, otherLength, word, fails & ~(failingMore[word] ?? 0) & alive);
    }
    return { docs, scores: null, length, others: others.subarray(0, otherLength) };
  };
  const filterMany = (selection: Selection, matches: Matches): Filtered => {
    judgeAll(selection);
    let [length, otherLength] = [0, 0];
    for (let at = 0; at < matches.length; at++) {
      const doc = matches.docs[at] ?? 0;
      const fails = ((failing[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
      const more = ((failingMore[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
      docs[length] = doc;
      scores[length] = matches.scores[at] ?? 0;
      others[otherLength] = doc;
      length += 1 - fails;
      otherLength += fails - more;
    }
    return { docs, scores, length, others: others.subarray(0, otherLength) };
  };
  const filterFew = (selection: Selection, matches: Matches): Filtered => {
    let [length, otherLength] = [0, 0];
    for (let at = 0; at < matches.length; at++) {
      const doc = matches.docs[at] ?? 0;
      const fails = selection.fails(doc);
      if (fails === 0) {
        scores[length] = matches.scores[at] ?? 0;
        docs[length++] = doc;
      } else if ((fails & (fails - 1)) === 0) others[otherLength++] = doc;
    }
    return { docs, scores, length, others: others.subarray(0, otherLength) };
  };

  return (request: FilterRequest): Filtered => {
    const { selection, matches, dead } = request;
    if (matches !== null) {
      if (selection.constraints.length === 0) return { ...matches, others: none };
      const isMany = matches.length > models * fewMatches;
      return isMany ? filterMany(selection, matches) : filterFew(selection, matches);
    }
    if (selection.constraints.length === 0 && dead === null)
      return { docs: listAll(), scores: null, length: models, others: none };
    return filterAll(request);
  };
}
export type SegmentFilter = ReturnType<typeof createSegmentFilter>;

/** The models of one word of bits that there are. */
function aliveIn(dead: Uint8Array | null, word: number, models: number): number {
  const left = models - word * 32;
  let bits = left >= 32 ? -1 : (1 << left) - 1;
  if (dead === null) return bits;
  for (let doc = word * 32; doc < Math.min(word * 32 + 32, models); doc++)
    if (dead[doc] === 1) bits &= ~(1 << (doc & 31));
  return bits;
}
