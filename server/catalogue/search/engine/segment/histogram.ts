import type { Column } from './segment.ts';

/** Ascending numbers per model; only those from `from` up to `to` count, by default all. */
type Runs = {
  readonly values: Uint32Array;
  readonly offsets: Uint32Array;
  readonly from?: number;
  readonly to?: number;
};

/** Above this many models per number, it is not tracked which numbers occur. */
const manyModels = 32;
/** The same threshold if models have several numbers each. */
const manyRuns = 1 / 32;
/** Models read per pass. */
const step = 1024;

/** Counts numbers below `size`. It tracks which occur, so that a few models do not cost a pass over all numbers. */
export function createHistogram(size: number) {
  const counts = new Uint32Array(size);
  const seen = new Uint32Array(size);
  let length = 0;
  /** Finds the numbers that occur afterwards, if that is cheaper than checking each one added. */
  const findSeen = () => {
    length = 0;
    for (let value = 0; value < size; value++) if (counts[value] !== 0) seen[length++] = value;
  };
  const addMany = (column: Column, docs: Uint32Array, models: number) => {
    for (let at = 0; at < models; at++) {
      const value = column[docs[at] ?? 0] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    findSeen();
  };
  // Filled by loops that do nothing else, so that memory accesses overlap.
  const starts = new Uint32Array(step);
  const ends = new Uint32Array(step);
  const firsts = new Uint32Array(step);
  const gather = ({ values, offsets }: Runs, docs: Uint32Array, from: number) => {
    const models = Math.min(step, docs.length - from);
    for (let at = 0; at < models; at++) starts[at] = offsets[docs[from + at] ?? 0] ?? 0;
    for (let at = 0; at < models; at++) ends[at] = offsets[(docs[from + at] ?? 0) + 1] ?? 0;
    for (let at = 0; at < models; at++) firsts[at] = values[starts[at] ?? 0] ?? 0;
    return models;
  };
  const addManyRuns = (runs: Runs, docs: Uint32Array) => {
    const { values } = runs;
    for (let from = 0; from < docs.length; from += step) {
      const models = gather(runs, docs, from);
      for (let index = 0; index < models; index++) {
        const end = ends[index] ?? 0;
        let at = starts[index] ?? 0;
        if (at === end) continue;
        const first = firsts[index] ?? 0;
        counts[first] = (counts[first] ?? 0) + 1;
        for (at++; at < end; at++) {
          const value = values[at] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      }
    }
    findSeen();
  };

  return {
    add(value: number, times = 1) {
      const count = counts[value] ?? 0;
      if (count === 0) seen[length++] = value;
      counts[value] = count + times;
    },
    addColumn(column: Column, docs: Uint32Array, models: number) {
      if (models > size * manyModels) return addMany(column, docs, models);
      let seenLength = length;
      for (let at = 0; at < models; at++) {
        const value = column[docs[at] ?? 0] ?? 0;
        const count = counts[value] ?? 0;
        if (count === 0) seen[seenLength++] = value;
        counts[value] = count + 1;
      }
      length = seenLength;
    },
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: split into calls, this loop takes twice as long
    addRuns(runs: Runs, docs: Uint32Array) {
      const { values, offsets, from = 0, to = size } = runs;
      const isMany = from === 0 && to === size && docs.length > size * manyRuns;
      if (isMany) return addManyRuns(runs, docs);
      let seenLength = length;
      for (let index = 0; index < docs.length; index++) {
        const doc = docs[index] ?? 0;
        const end = offsets[doc + 1] ?? 0;
        let at = offsets[doc] ?? 0;
        while (at < end && (values[at] ?? 0) < from) at++;
        for (; at < end; at++) {
          const value = values[at] ?? 0;
          if (value >= to) break;
          const count = counts[value] ?? 0;
          if (count === 0) seen[seenLength++] = value;
          counts[value] = count + 1;
        }
      }
      length = seenLength;
    },
    /** Adds counts made elsewhere, for the numbers from `from` up to `to`, by default all. */
    addTotals(totals: Uint32Array, from = 0, to = totals.length) {
      for (let value = from; value < to; value++) {
        const count = counts[value] ?? 0;
        const total = totals[value] ?? 0;
        if (count === 0 && total > 0) seen[length++] = value;
        counts[value] = count + total;
      }
    },
    /** Subtracts the column's values of some models; nothing may be added afterwards. */
    subtractColumn(column: Column, docs: Uint32Array) {
      for (let at = 0; at < docs.length; at++) {
        const value = column[docs[at] ?? 0] ?? 0;
        counts[value] = (counts[value] ?? 0) - 1;
      }
    },
    /** Subtracts the numbers of some models; nothing may be added to those numbers afterwards. */
    subtractRuns({ values, offsets, from = 0, to = size }: Runs, docs: Uint32Array) {
      for (let index = 0; index < docs.length; index++) {
        const doc = docs[index] ?? 0;
        const end = offsets[doc + 1] ?? 0;
        let at = offsets[doc] ?? 0;
        while (at < end && (values[at] ?? 0) < from) at++;
        for (; at < end; at++) {
          const value = values[at] ?? 0;
          if (value >= to) break;
          counts[value] = (counts[value] ?? 0) - 1;
        }
      }
    },
    /** The numbers that occur, in no order, and all counts; both are only valid until the next change. */
    read: () => ({ seen: seen.subarray(0, length), counts }),
    each(visit: (value: number, count: number) => void) {
      for (let at = 0; at < length; at++) {
        const value = seen[at] ?? 0;
        const count = counts[value] ?? 0;
        if (count > 0) visit(value, count);
      }
    },
    clear() {
      for (let at = 0; at < length; at++) counts[seen[at] ?? 0] = 0;
      length = 0;
    },
  };
}
export type Histogram = ReturnType<typeof createHistogram>;
