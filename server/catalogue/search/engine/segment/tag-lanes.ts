import type { Segment } from './segment.ts';

/** Number of most frequent tags that fit in lanes. A lane is a byte that holds a tag's number plus one, or 0. */
export const laneTags = 255;
export const lanesPerModel = 8;

/** Position of a model's lane in `tagLanes`, which has the first four lanes of all models, then the last four. */
export const placeOfLane = (models: number, doc: number, lane: number) => (lane >>> 2) * models + doc;

/** Returns a model's tags, ascending, except that those in lanes come first. */
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

/** Models counted per pass. */
const step = 1024;

/** Counts the tags in the lanes of models into `sums`. */
export function createLaneCounter({ tagLanes, facts: { models } }: Segment) {
  // One set of counts per lane, as adding to a number that was just changed stalls.
  const counts = new Uint32Array(256 * lanesPerModel);
  // Filled by a loop that does nothing else, so that memory accesses overlap.
  const lows = new Uint32Array(step);
  const gather = (docs: Uint32Array, from: number, to: number) => {
    for (let at = from; at < to; at++) lows[at - from] = tagLanes[docs[at] ?? 0] ?? 0;
  };
  // Most models have few tags: those with more are put aside, so that the empty lanes of the others are never read.
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
