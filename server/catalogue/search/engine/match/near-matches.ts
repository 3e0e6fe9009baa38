import { nearMatches } from '../../weights.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { type Group, type Matches, sizeOf } from '../segment/sources.ts';

/** The words of a query in one segment, and the models there that have them all. */
export type Whole = {
  readonly one: SearchedSegment;
  readonly groups: readonly Group[];
  readonly matches: Matches;
};

/** The words without one, for each one that the others can do without. */
function listParts(groups: readonly Group[], worths: readonly number[]): Group[][] {
  const least = nearMatches.leastShare * worths.reduce((sum, worth) => sum + worth, 0);
  return groups.flatMap((_, lacking) => {
    const isKept = (_: unknown, index: number) => index !== lacking;
    const worth = worths.filter(isKept).reduce((sum, one) => sum + one, 0);
    const part = groups.filter(isKept);
    const isQuick = Math.min(...part.map(sizeOf)) <= nearMatches.mostRead;
    return worth >= least && isQuick ? [part] : [];
  });
}

/** Models that lack one word, with the share of their score that the words they have are of all. */
function findNear({ one, groups, matches }: Whole, worths: readonly number[]): Map<number, number> {
  const known = new Set(matches.docs.subarray(0, matches.length));
  const near = new Map<number, number>();
  for (const part of listParts(groups, worths)) {
    const { docs, scores, length } = one.matcher.all(part);
    for (let at = 0; at < length; at++) {
      const doc = docs[at] ?? 0;
      const isOut = known.has(doc) || one.dead?.[doc] === 1;
      if (!isOut) near.set(doc, ((scores[at] ?? 0) * part.length) / groups.length);
    }
  }
  return near;
}

function merge({ docs, scores, length }: Matches, near: ReadonlyMap<number, number>): Matches {
  const all = new Map(near);
  for (let at = 0; at < length; at++) all.set(docs[at] ?? 0, scores[at] ?? 0);
  const merged = Uint32Array.from(all.keys()).sort();
  return {
    docs: merged,
    scores: Float32Array.from(merged, (doc) => all.get(doc) ?? 0),
    length: merged.length,
  };
}

/** Adds those that lack one word, where few models have all and few lack one; `worths` tells the most that each word can add. */
export function addNearMatches(segments: readonly Whole[], worths: readonly number[]): readonly Matches[] {
  const found = segments.reduce((sum, { matches }) => sum + matches.length, 0);
  if (found === 0 || found >= nearMatches.fewest || worths.length < 2)
    return segments.map(({ matches }) => matches);
  // What a matcher found is only valid until it is asked again.
  const whole = segments.map((one) => ({ ...one, matches: merge(one.matches, new Map()) }));
  const kept = whole.map(({ matches }) => matches);
  const near = whole.map((one) => findNear(one, worths));
  const added = near.reduce((sum, { size }) => sum + size, 0);
  return added > nearMatches.most
    ? kept
    : kept.map((matches, index) => merge(matches, near[index] ?? new Map()));
}
