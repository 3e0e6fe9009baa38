import type { Segment } from './segment.ts';

/** Models at the places from `from` up to `to`; a model scores `weight` times its impact. */
export type Source = {
  readonly docs: Uint32Array;
  readonly impacts: Uint16Array;
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** Whether the models ascend, each once, as those of one term do. */
  readonly isOrdered: boolean;
};
/** What may stand for one word of a query; the best source counts. */
export type Group = readonly Source[];
/** Models, ascending, with their scores; the arrays may be longer than `length`. */
export type Matches = { docs: Uint32Array; scores: Float32Array; length: number };

/** The models of one term or, one after another, of the terms up to `last`. */
export const termSource = (segment: Segment, weight: number, first: number, last = first): Source => ({
  docs: segment.postingDocs,
  impacts: segment.impacts,
  from: segment.postingOffsets[first] ?? 0,
  to: segment.postingOffsets[last + 1] ?? 0,
  weight,
  isOrdered: first === last,
});

export function sizeOf(group: Group): number {
  let sum = 0;
  for (const { from, to } of group) sum += to - from;
  return sum;
}

/** The first place at or after `from` whose model is not below `doc`; `to` without one. The models ascend. */
export function seek({ docs, to }: Pick<Source, 'docs' | 'to'>, from: number, doc: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < to && (docs[high] ?? 0) < doc) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > to) high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}
