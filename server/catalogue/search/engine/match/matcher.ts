import { type Group, type Matches, type Source, seek, sizeOf } from '../segment/sources.ts';
import { createScoreBoard } from './score-board.ts';

/**
 * Roughly what steps cost: a search for one model in one source; a model whose score is emptied; a model, match or posting that is read or written in turn;
 * a posting that is marked and found again; one that is copied, and one that is merged among those.
 */
const costs = {
  seek: 20,
  emptied: 0.2,
  model: 1.2,
  match: 2,
  posting: 1.5,
  marked: 6,
  copied: 1.2,
  merged: 15,
} as const;

const lengthOf = ({ from, to }: Source) => to - from;
const areOrdered = (group: Group) => group.every(({ isOrdered }) => isOrdered);
const largestOf = (group: Group) =>
  group.reduce((most, source) => (lengthOf(source) > lengthOf(most) ? source : most));

/** Finds the models of word groups in a segment of so many models. What it returns is only valid until its next call. */
export function createMatcher(models: number) {
  const board = createScoreBoard(models);
  const room = () => ({ docs: new Uint32Array(models), scores: new Float32Array(models), length: 0 });
  let kept: Matches = room();
  let spare: Matches = room();

  const copy = ({ docs, impacts, from, to, weight }: Source) => {
    const { docs: keptDocs, scores } = kept;
    keptDocs.set(docs.subarray(from, to));
    for (let at = from; at < to; at++) scores[at - from] = weight * (impacts[at] ?? 0);
    kept.length = to - from;
  };
  /** Copies a source into the spare room, from a place on up to a model; returns the place after. */
  const copyBelow = ({ docs, impacts, to, weight }: Source, from: number, limit: number): number => {
    const { docs: into, scores } = spare;
    let { length } = spare;
    let at = from;
    for (; at < to; at++) {
      const doc = docs[at] ?? 0;
      if (doc >= limit) break;
      into[length] = doc;
      scores[length++] = weight * (impacts[at] ?? 0);
    }
    spare.length = length;
    return at;
  };
  /** Adds a source to what is kept; the best score counts. */
  const merge = (source: Source) => {
    const { docs, impacts, to, weight } = source;
    let at = source.from;
    spare.length = 0;
    for (let place = 0; place < kept.length; place++) {
      const doc = kept.docs[place] ?? 0;
      at = copyBelow(source, at, doc);
      const isBoth = at < to && docs[at] === doc;
      const score = isBoth ? weight * (impacts[at++] ?? 0) : 0;
      spare.docs[spare.length] = doc;
      spare.scores[spare.length++] = Math.max(score, kept.scores[place] ?? 0);
    }
    copyBelow(source, at, models);
    [kept, spare] = [spare, kept];
  };
  const startMany = (group: Group) => {
    const largest = largestOf(group);
    const size = sizeOf(group);
    const rest = size - lengthOf(largest);
    const unite = (count: number) =>
      Math.min(count * costs.marked, models * costs.model + count * costs.posting);
    const merging = unite(rest) + rest * costs.merged + lengthOf(largest) * costs.copied;
    if (largest.isOrdered && merging < unite(size)) {
      start(group.filter((source) => source !== largest));
      merge(largest);
    } else if (size * costs.marked === unite(size)) board.uniteFew(group, kept);
    else board.uniteMany(group, kept);
  };
  /** Keeps all models of a group. */
  const start = (group: Group) => {
    kept.length = 0;
    const [only] = group;
    if (only !== undefined && group.length === 1 && only.isOrdered) copy(only);
    else if (only !== undefined) startMany(group);
  };
  const narrowBySeeking = (group: Group) => {
    const { docs, scores } = kept;
    const places = Uint32Array.from(group, ({ from }) => from);
    let length = 0;
    for (let at = 0; at < kept.length; at++) {
      const doc = docs[at] ?? 0;
      let best = 0;
      for (const [index, source] of group.entries()) {
        const place = seek(source, places[index] ?? 0, doc);
        places[index] = place;
        if (place < source.to && source.docs[place] === doc)
          best = Math.max(best, source.weight * (source.impacts[place] ?? 0));
      }
      if (best === 0) continue;
      docs[length] = doc;
      scores[length++] = (scores[at] ?? 0) + best;
    }
    kept.length = length;
  };
  const narrow = (group: Group) => {
    const bySeeking = kept.length * group.length * costs.seek;
    const byWriting = models * costs.emptied + kept.length * costs.match + sizeOf(group) * costs.posting;
    if (bySeeking < byWriting && areOrdered(group)) narrowBySeeking(group);
    else board.narrow(kept, group);
  };

  return {
    /** Models that have every group, with the sum of their best sources. */
    all(groups: readonly Group[]): Matches {
      const [first, ...rest] = [...groups].sort((a, b) => sizeOf(a) - sizeOf(b));
      start(first ?? []);
      for (const group of rest) if (kept.length > 0) narrow(group);
      return kept;
    },
    /** Models that have any group, with the sum of their best sources. */
    any(groups: readonly Group[]): Matches {
      const sums = new Float32Array(models);
      for (const group of groups) {
        start(group);
        for (let at = 0; at < kept.length; at++) {
          const doc = kept.docs[at] ?? 0;
          sums[doc] = (sums[doc] ?? 0) + (kept.scores[at] ?? 0);
        }
      }
      let length = 0;
      for (let doc = 0; doc < models; doc++) {
        const sum = sums[doc] ?? 0;
        if (sum === 0) continue;
        kept.docs[length] = doc;
        kept.scores[length++] = sum;
      }
      kept.length = length;
      return kept;
    },
  };
}
export type Matcher = ReturnType<typeof createMatcher>;
