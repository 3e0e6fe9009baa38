import type { Segment } from './segment.ts';

/** So many tags, those of most models, fit in lanes: a byte that holds a tag's number and one more, or 0. */
export const laneTags = 255;
export const lanesPerModel = 8;

/** Where the lane of a model is in `tagLanes`, which has the first four of all models before the last four of all. */
export const placeOfLane = (models: number, doc: number, lane: number) => (lane >>> 2) * models + doc;

/** The numbers of a model's tags, ascending but for those that found no lane. */
export function tagsOf({ facts, tagLanes, tagOffsets, tags }: Segment, doc: number): number[] {
  const numbers: number[] = [];
  for (let lane = 0; lane < lanesPerModel; lane++) {
    const byte = ((tagLanes[placeOfLane(facts.models, doc, lane)] ?? 0) >>> (8 * (lane & 3))) & 0xff;
    if (byte === 0) break;
    numbers.push(byte - 1);
  }
  const end = tagOffsets[doc + 1] ?? 0;
  for (let at = tagOffsets[doc] ?? 0; at < end; at++) numbers.push(tags[at] ?? 0);
  return numbers;
}

/** Whether a model has any of some tags. */
export function holdsAnyTag(
  { facts, tagLanes, tagOffsets, tags }: Segment,
  doc: number,
  wanted: ReadonlySet<number>,
) {
  for (let lane = 0; lane < lanesPerModel; lane++) {
    const byte = ((tagLanes[placeOfLane(facts.models, doc, lane)] ?? 0) >>> (8 * (lane & 3))) & 0xff;
    if (byte === 0) break;
    if (wanted.has(byte - 1)) return true;
  }
  const end = tagOffsets[doc + 1] ?? 0;
  for (let at = tagOffsets[doc] ?? 0; at < end; at++) if (wanted.has(tags[at] ?? 0)) return true;
  return false;
}

/** Models counted in one go. */
const step = 1024;

/** Counts the tags in the lanes of models into `sums`. */
export function createLaneCounter({ tagLanes, facts: { models } }: Segment) {
  // Each lane has counts of its own: an addition to the number that was just added to waits for the one before.
  const counts = new Uint32Array(256 * lanesPerModel);
  // Read in loops that do nothing else, so that many waits for memory overlap.
  const lows = new Uint32Array(step);
  const gather = (docs: Uint32Array, from: number, to: number) => {
    for (let at = from; at < to; at++) lows[at - from] = tagLanes[docs[at] ?? 0] ?? 0;
  };
  // Most models have few tags: those that have more are put aside, and the empty lanes of the others never looked at.
  const thirds = new Uint32Array(step);
  const full = new Uint32Array(step);
  const lasts = new Uint32Array(step);
  const countFirst = (docs: Uint32Array, from: number, length: number) => {
    let [thirdLength, fullLength] = [0, 0];
    for (let at = 0; at < length; at++) {
      const low = lows[at] ?? 0;
      const a = low & 0xff;
      const b = 256 + ((low >>> 8) & 0xff);
      counts[a] = (counts[a] ?? 0) + 1;
      counts[b] = (counts[b] ?? 0) + 1;
      thirds[thirdLength] = low >>> 16;
      thirdLength += -(low >>> 16) >>> 31;
      full[fullLength] = docs[from + at] ?? 0;
      fullLength += -(low >>> 24) >>> 31;
    }
    return { thirdLength, fullLength };
  };
  const countLater = ({ thirdLength, fullLength }: ReturnType<typeof countFirst>) => {
    for (let at = 0; at < fullLength; at++) lasts[at] = tagLanes[models + (full[at] ?? 0)] ?? 0;
    for (let at = 0; at < thirdLength; at++) {
      const third = thirds[at] ?? 0;
      const c = 512 + (third & 0xff);
      const d = 768 + (third >>> 8);
      counts[c] = (counts[c] ?? 0) + 1;
      counts[d] = (counts[d] ?? 0) + 1;
    }
    for (let at = 0; at < fullLength; at++) {
      const last = lasts[at] ?? 0;
      const e = 1024 + (last & 0xff);
      const f = 1280 + ((last >>> 8) & 0xff);
      const g = 1536 + ((last >>> 16) & 0xff);
      const h = 1792 + (last >>> 24);
      counts[e] = (counts[e] ?? 0) + 1;
      counts[f] = (counts[f] ?? 0) + 1;
      counts[g] = (counts[g] ?? 0) + 1;
      counts[h] = (counts[h] ?? 0) + 1;
    }
  };
  return (docs: Uint32Array, sums: Uint32Array) => {
    for (let from = 0; from < docs.length; from += step) {
      const to = Math.min(from + step, docs.length);
      gather(docs, from, to);
      countLater(countFirst(docs, from, to - from));
    }
    for (let tag = 0; tag < Math.min(laneTags, sums.length); tag++) {
      let sum = 0;
      for (let lane = 0; lane < lanesPerModel; lane++) sum += counts[lane * 256 + tag + 1] ?? 0;
      sums[tag] = sum;
    }
    counts.fill(0);
  };
}
