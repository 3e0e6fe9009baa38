import type { Segment } from './segment.ts';

/** So many tags, those of most models, fit in lanes: a byte that holds a tag's number and one more, or 0. */
export const laneTags = 255;
export const lanesPerModel = 8;

/** The numbers of a model's tags, ascending but for those that found no lane. */
export function tagsOf({ tagLanes, tagOffsets, tags }: Segment, doc: number): number[] {
  const numbers: number[] = [];
  for (let lane = 0; lane < lanesPerModel; lane++) {
    const byte = ((tagLanes[doc * 2 + (lane >>> 2)] ?? 0) >>> (8 * (lane & 3))) & 0xff;
    if (byte === 0) break;
    numbers.push(byte - 1);
  }
  const end = tagOffsets[doc + 1] ?? 0;
  for (let at = tagOffsets[doc] ?? 0; at < end; at++) numbers.push(tags[at] ?? 0);
  return numbers;
}

/** Whether a model has any of some tags. */
export function holdsAnyTag(
  { tagLanes, tagOffsets, tags }: Segment,
  doc: number,
  wanted: ReadonlySet<number>,
) {
  for (let lane = 0; lane < lanesPerModel; lane++) {
    const byte = ((tagLanes[doc * 2 + (lane >>> 2)] ?? 0) >>> (8 * (lane & 3))) & 0xff;
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
export function createLaneCounter({ tagLanes }: Segment) {
  // Each lane has counts of its own: an addition to the number that was just added to waits for the one before.
  const counts = new Uint32Array(256 * lanesPerModel);
  // Read in a loop that does nothing else, so that many waits for memory overlap.
  const lows = new Uint32Array(step);
  const highs = new Uint32Array(step);
  const gather = (docs: Uint32Array, from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const place = (docs[at] ?? 0) * 2;
      lows[at - from] = tagLanes[place] ?? 0;
      highs[at - from] = tagLanes[place + 1] ?? 0;
    }
  };
  const countGathered = (length: number) => {
    for (let at = 0; at < length; at++) {
      const low = lows[at] ?? 0;
      const high = highs[at] ?? 0;
      const a = low & 0xff;
      const b = 256 + ((low >>> 8) & 0xff);
      const c = 512 + ((low >>> 16) & 0xff);
      const d = 768 + (low >>> 24);
      counts[a] = (counts[a] ?? 0) + 1;
      counts[b] = (counts[b] ?? 0) + 1;
      counts[c] = (counts[c] ?? 0) + 1;
      counts[d] = (counts[d] ?? 0) + 1;
      const e = 1024 + (high & 0xff);
      const f = 1280 + ((high >>> 8) & 0xff);
      const g = 1536 + ((high >>> 16) & 0xff);
      const h = 1792 + (high >>> 24);
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
      countGathered(to - from);
    }
    for (let tag = 0; tag < Math.min(laneTags, sums.length); tag++) {
      let sum = 0;
      for (let lane = 0; lane < lanesPerModel; lane++) sum += counts[lane * 256 + tag + 1] ?? 0;
      sums[tag] = sum;
    }
    counts.fill(0);
  };
}
