import { markDocs } from '../segment/marks.ts';
import { type Group, type Marked, type Matches, type Source, seek, sizeOf } from '../segment/segment.ts';

/** Models per pass; their scores fit into a core's cache. */
const stretch = 1 << 15;
/** Sources below this share of all models are written at once, larger ones in stretches. */
const smallSource = 1 / 256;
/** With fewer postings than this share of all models, matches are listed with scores even if they will be filtered. */
const leastMarked = 1 / 32;

/** Finds the best score per model over several sources, in one array that is empty between calls. */
function createScoreBoard(models: number) {
  const best = new Float32Array(models);
  /** The same memory as integers, which are above 0 if the score is, so that counting needs no branch. */
  const bits = new Int32Array(best.buffer);
  const marks = new Uint32Array(Math.ceil(models / 32));

  /** Writes the scores of a source from a position up to a model; returns the next position. */
  const write = ({ docs, impacts, to, weight }: Source, from: number, limit: number): number => {
    let at = from;
    for (; at < to; at++) {
      const doc = docs[at] ?? 0;
      if (doc >= limit) break;
      const score = weight * (impacts[at] ?? 0);
      if (score > (best[doc] ?? 0)) best[doc] = score;
    }
    return at;
  };
  const mark = ({ docs, from, to }: Source) => {
    for (let at = from; at < to; at++) {
      const doc = docs[at] ?? 0;
      marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
    }
  };
  const writeMarked = ({ docs, impacts, from, to, weight }: Source) => {
    for (let at = from; at < to; at++) {
      const doc = docs[at] ?? 0;
      if ((((marks[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 0) continue;
      const score = weight * (impacts[at] ?? 0);
      if (score > (best[doc] ?? 0)) best[doc] = score;
    }
  };
  /** Calls `take` for each stretch once it holds the scores of all sources, then clears it. */
  const eachStretch = (group: Group, take: (low: number, high: number) => void) => {
    const isLarge = ({ from, to, isOrdered }: Source) => isOrdered && to - from > models * smallSource;
    for (const source of group) if (!isLarge(source)) write(source, source.from, models);
    const large = group.filter(isLarge);
    const places = Uint32Array.from(large, ({ from }) => from);
    for (let low = 0; low < models; low += stretch) {
      const high = Math.min(low + stretch, models);
      for (const [index, source] of large.entries()) places[index] = write(source, places[index] ?? 0, high);
      take(low, high);
      best.fill(0, low, high);
    }
  };

  return {
    uniteMany(group: Group, into: Matches) {
      const { docs, scores } = into;
      let length = 0;
      eachStretch(group, (low, high) => {
        let end = length;
        for (let doc = low; doc < high; doc++) {
          docs[end] = doc;
          scores[end] = best[doc] ?? 0;
          end += -(bits[doc] ?? 0) >>> 31;
        }
        length = end;
      });
      into.length = length;
    },
    /** Unites sources with few models, visiting only marked ones. */
    uniteFew(group: Group, into: Matches) {
      const { docs, scores } = into;
      let length = 0;
      for (const source of group) {
        write(source, source.from, models);
        mark(source);
      }
      for (let word = 0; word < marks.length; word++) {
        let marked = marks[word] ?? 0;
        if (marked === 0) continue;
        marks[word] = 0;
        for (; marked !== 0; marked &= marked - 1) {
          const doc = word * 32 + 31 - Math.clz32(marked & -marked);
          docs[length] = doc;
          scores[length++] = best[doc] ?? 0;
          best[doc] = 0;
        }
      }
      into.length = length;
    },
    /** Returns one bit per model in any of the sources. */
    markAll(group: Group): Uint32Array {
      for (const source of group) mark(source);
      const bits = marks.slice();
      marks.fill(0);
      return bits;
    },
    /** Returns the sources' best scores for some models. */
    scoresOf(group: Group, chosen: Pick<Matches, 'docs' | 'length'>): Float32Array {
      markDocs(marks, chosen.docs, chosen.length);
      for (const source of group) writeMarked(source);
      marks.fill(0);
      const scores = new Float32Array(chosen.length);
      for (let at = 0; at < scores.length; at++) {
        const doc = chosen.docs[at] ?? 0;
        scores[at] = best[doc] ?? 0;
        best[doc] = 0;
      }
      return scores;
    },
    /** Keeps the matches that any source contains, and adds its score. */
    narrow(matches: Matches, group: Group) {
      const { docs, scores, length } = matches;
      let [kept, next] = [0, 0];
      eachStretch(group, (_, high) => {
        let [end, at] = [kept, next];
        for (; at < length; at++) {
          const doc = docs[at] ?? 0;
          if (doc >= high) break;
          docs[end] = doc;
          scores[end] = (scores[at] ?? 0) + (best[doc] ?? 0);
          end += -(bits[doc] ?? 0) >>> 31;
        }
        [kept, next] = [end, at];
      });
      matches.length = kept;
    },
  };
}

/**
 * Approximate costs: to seek one model in a source; to clear a model's score; to read or write a model, match or
 * posting sequentially; to mark a posting and find it again; to copy one; and to merge one.
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

/** Finds the models that match groups of words in a segment. Results are only valid until the next call. */
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
  /** Copies a source into the spare buffer, from a position up to a model; returns the next position. */
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
  /** Merges a source into `kept`; the better score counts. */
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
    /** Marks a group's models if that is cheaper than listing them with scores; otherwise returns null. */
    mark(group: Group): Marked | null {
      const size = sizeOf(group);
      if (size <= models * leastMarked) return null;
      return { bits: board.markAll(group), scoresOf: (chosen) => board.scoresOf(group, chosen) };
    },
    /** Returns the models that match every group, with the sum of their best sources. */
    all(groups: readonly Group[]): Matches {
      const [first, ...rest] = [...groups].sort((a, b) => sizeOf(a) - sizeOf(b));
      start(first ?? []);
      for (const group of rest) if (kept.length > 0) narrow(group);
      return kept;
    },
    /** Returns the models that match any group, with the sum of their best sources. */
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
