import { createMarks, listWord, markDocs } from '../segment/marks.ts';
import type { LevelNumbersOf } from '../segment/measures.ts';
import type { Matches, Segment } from '../segment/segment.ts';
import { createConstraintBits } from './constraint-bits.ts';
import type { Constraint, Selection } from './select.ts';

/** Models of a selection in one segment, ascending; the arrays can be longer than `length`. */
export type Filtered = {
  readonly docs: Uint32Array;
  readonly scores: Float32Array | null;
  readonly length: number;
  /** Number of selected models, even if not all are listed. */
  readonly total: number;
  readonly others: readonly Others[];
};

/** Models, ascending, that fail a single facet's constraint and so count in that facet. */
export type Others = { readonly bit: number; readonly docs: Uint32Array };

type FilterRequest = {
  readonly selection: Selection;
  readonly matches: Matches | null;
  /** 1 for each model that no longer counts; matches of words never contain them. */
  readonly dead: Uint8Array | null;
  /** List only this many models, count the rest, and skip those that fail a single facet; by default all are listed. */
  readonly enough?: number;
};

/** Lists the models that are not selected, ascending. */
export function listMissing({ docs, length }: Filtered, models: number): Uint32Array {
  const selected = markDocs(createMarks(models), docs, length);
  const alive = markAlive(null, models);
  const missing = new Uint32Array(models - length);
  let count = 0;
  for (let word = 0; word < selected.length; word++) {
    const left = ~(selected[word] ?? 0) & (alive[word] ?? 0);
    count = listWord(missing, count, word, left);
  }
  return missing;
}

/** Below this share of all models, each match is checked on its own; above it, bitmaps over all models are faster. */
const fewMatches = 1 / 64;

/** Filters models by a selection. The result is only valid until the next call. */
export function createSegmentFilter(segment: Segment, levelsOf: LevelNumbersOf) {
  const { models } = segment.facts;
  const docs = new Uint32Array(models);
  const others = new Uint32Array(models);
  const sorted = new Uint32Array(models);
  const scores = new Float32Array(models);
  /** Models that fail any constraint, and those that fail several. */
  const failing = createMarks(models);
  const failingMore = createMarks(models);
  /** Facets failed by those matches that fail a single one, when there are few matches. */
  const failed = new Uint16Array(Math.floor(models * fewMatches) + 1);
  const failsOf = createConstraintBits(segment, levelsOf);
  let everything: Uint32Array | null = null;
  let known: { readonly dead: Uint8Array | null; readonly alive: Uint32Array } | null = null;

  const listAll = () => {
    if (everything !== null) return everything;
    everything = new Uint32Array(models);
    for (let doc = 0; doc < models; doc++) everything[doc] = doc;
    return everything;
  };
  const judgeAll = (selection: Selection) => {
    const [first, ...more] = selection.constraints;
    if (first === undefined) failing.fill(0);
    else failing.set(failsOf(first, selection));
    failingMore.fill(0);
    for (const constraint of more) {
      const fails = failsOf(constraint, selection);
      for (let word = 0; word < failing.length; word++) {
        const bits = fails[word] ?? 0;
        failingMore[word] = (failingMore[word] ?? 0) | ((failing[word] ?? 0) & bits);
        failing[word] = (failing[word] ?? 0) | bits;
      }
    }
  };
  const aliveOf = (dead: Uint8Array | null, among?: Uint32Array) => {
    if (known?.dead !== dead) known = { dead, alive: markAlive(dead, models) };
    if (among === undefined) return known.alive;
    for (let word = 0; word < among.length; word++)
      among[word] = (among[word] ?? 0) & (known.alive[word] ?? 0);
    return among;
  };
  const filterAll = ({ selection, matches, dead, enough = models }: FilterRequest): Filtered => {
    judgeAll(selection);
    const alive = aliveOf(dead, matches?.marked?.bits);
    let [length, word] = [0, 0];
    for (; word < failing.length && length < enough; word++)
      length = listWord(docs, length, word, ~(failing[word] ?? 0) & (alive[word] ?? 0));
    let total = length;
    for (; word < failing.length; word++) total += countBits(~(failing[word] ?? 0) & (alive[word] ?? 0));
    if (enough < models) return { docs, scores: null, length, total, others: [] };
    let end = 0;
    const found = selection.constraints.map((constraint): Others => {
      const fails = failsOf(constraint, selection);
      const start = end;
      for (let word = 0; word < fails.length; word++) {
        const alone = (fails[word] ?? 0) & ~(failingMore[word] ?? 0);
        if (alone !== 0) end = listWord(others, end, word, alone & (alive[word] ?? 0));
      }
      return { bit: constraint.bit, docs: others.subarray(start, end) };
    });
    const scored = matches?.marked?.scoresOf({ docs, length }) ?? null;
    return { docs, scores: scored, length, total, others: found };
  };
  /** Groups models by the single constraint that they fail. */
  const sortOthers = (
    { constraints }: Selection,
    length: number,
    place: (constraint: Constraint, start: number) => number,
  ) => {
    const [only] = constraints;
    if (only !== undefined && constraints.length === 1)
      return [{ bit: only.bit, docs: others.subarray(0, length) }];
    let end = 0;
    return constraints.map((constraint): Others => {
      const start = end;
      end = place(constraint, start);
      return { bit: constraint.bit, docs: sorted.subarray(start, end) };
    });
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
    const found = sortOthers(selection, otherLength, (constraint, start) => {
      const fails = failsOf(constraint, selection);
      let end = start;
      for (let at = 0; at < otherLength; at++) {
        const doc = others[at] ?? 0;
        sorted[end] = doc;
        end += ((fails[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
      }
      return end;
    });
    return { docs, scores, length, total: length, others: found };
  };
  const filterFew = (selection: Selection, matches: Matches): Filtered => {
    let [length, otherLength] = [0, 0];
    for (let at = 0; at < matches.length; at++) {
      const doc = matches.docs[at] ?? 0;
      const fails = selection.fails(doc);
      if (fails === 0) {
        scores[length] = matches.scores[at] ?? 0;
        docs[length++] = doc;
      } else if ((fails & (fails - 1)) === 0) {
        failed[otherLength] = fails;
        others[otherLength++] = doc;
      }
    }
    const found = sortOthers(selection, otherLength, ({ bit }, start) => {
      let end = start;
      for (let at = 0; at < otherLength; at++) if (failed[at] === bit) sorted[end++] = others[at] ?? 0;
      return end;
    });
    return { docs, scores, length, total: length, others: found };
  };

  return (request: FilterRequest): Filtered => {
    const { selection, matches, dead } = request;
    if (matches !== null && !matches.marked) {
      const isMany = matches.length > models * fewMatches;
      return isMany ? filterMany(selection, matches) : filterFew(selection, matches);
    }
    if (matches === null && selection.constraints.length === 0 && dead === null)
      return { docs: listAll(), scores: null, length: models, total: models, others: [] };
    return filterAll(request);
  };
}
export type SegmentFilter = ReturnType<typeof createSegmentFilter>;

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Sets a bit for each existing model that is not dead. */
function markAlive(dead: Uint8Array | null, models: number): Uint32Array {
  const marks = createMarks(models).fill(0xffffffff);
  if (models % 32 !== 0) marks[marks.length - 1] = (1 << (models % 32)) - 1;
  if (dead === null) return marks;
  for (let doc = 0; doc < models; doc++)
    if (dead[doc] === 1) marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) & ~(1 << (doc & 31));
  return marks;
}
