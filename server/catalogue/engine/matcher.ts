import type { Segment } from './segment.ts';

/** Models of one term; a model scores `weight` times its impact. */
export type Source = { readonly docs: Uint32Array; readonly impacts: Uint16Array; readonly weight: number };
/** What may stand for one word of a query; the best source counts. */
export type Group = readonly Source[];
/** Models, ascending, with their scores; the arrays may be longer than `length`. */
export type Matches = { docs: Uint32Array; scores: Float32Array; length: number };

const sizeOf = (group: Group) => group.reduce((sum, source) => sum + source.docs.length, 0);

/** The first place at or after `from` whose model is not below `doc`. */
function seek(docs: Uint32Array, from: number, doc: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < docs.length && (docs[high] ?? 0) < doc) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > docs.length) high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds the models of word groups in one segment. What it returns is only valid until its next call. */
export function createMatcher(segment: Segment) {
  const { models } = segment.facts;
  const dense = new Float32Array(models);
  const marks = new Uint32Array(Math.ceil(models / 32));
  const kept: Matches = { docs: new Uint32Array(models), scores: new Float32Array(models), length: 0 };

  const scatter = (group: Group) => {
    for (const { docs, impacts, weight } of group) {
      for (let at = 0; at < docs.length; at++) {
        const doc = docs[at] ?? 0;
        const score = weight * (impacts[at] ?? 0);
        if (score > (dense[doc] ?? 0)) dense[doc] = score;
      }
    }
  };
  const mark = (group: Group) => {
    for (const { docs } of group)
      for (let at = 0; at < docs.length; at++) {
        const doc = docs[at] ?? 0;
        marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
      }
  };
  /** Moves what was marked into the kept matches and leaves the scratch empty. */
  const drain = () => {
    let length = 0;
    for (let word = 0; word < marks.length; word++) {
      let bits = marks[word] ?? 0;
      if (bits === 0) continue;
      marks[word] = 0;
      while (bits !== 0) {
        const doc = word * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        kept.docs[length] = doc;
        kept.scores[length++] = dense[doc] ?? 0;
        dense[doc] = 0;
      }
    }
    kept.length = length;
  };
  const start = (group: Group) => {
    const [only] = group;
    if (group.length !== 1 || only === undefined) {
      scatter(group);
      mark(group);
      return drain();
    }
    const { docs, impacts, weight } = only;
    kept.docs.set(docs);
    for (let at = 0; at < docs.length; at++) kept.scores[at] = weight * (impacts[at] ?? 0);
    kept.length = docs.length;
  };
  const narrowBySeeking = (group: Group) => {
    const cursors = new Uint32Array(group.length);
    let length = 0;
    for (let at = 0; at < kept.length; at++) {
      const doc = kept.docs[at] ?? 0;
      let best = 0;
      for (let index = 0; index < group.length; index++) {
        const source = group[index];
        if (source === undefined) continue;
        const place = seek(source.docs, cursors[index] ?? 0, doc);
        cursors[index] = place;
        if (source.docs[place] === doc) best = Math.max(best, source.weight * (source.impacts[place] ?? 0));
      }
      if (best === 0) continue;
      kept.docs[length] = doc;
      kept.scores[length++] = (kept.scores[at] ?? 0) + best;
    }
    kept.length = length;
  };
  const narrowByScatter = (group: Group) => {
    scatter(group);
    let length = 0;
    for (let at = 0; at < kept.length; at++) {
      const doc = kept.docs[at] ?? 0;
      const best = dense[doc] ?? 0;
      if (best === 0) continue;
      kept.docs[length] = doc;
      kept.scores[length++] = (kept.scores[at] ?? 0) + best;
    }
    kept.length = length;
    if (sizeOf(group) > models / 8) dense.fill(0);
    else for (const { docs } of group) for (let at = 0; at < docs.length; at++) dense[docs[at] ?? 0] = 0;
  };

  return {
    /** Models that have every group, with the sum of their best sources. */
    all(groups: readonly Group[]): Matches {
      const [first, ...rest] = [...groups].sort((a, b) => sizeOf(a) - sizeOf(b));
      kept.length = 0;
      if (first === undefined) return kept;
      start(first);
      for (const group of rest) {
        if (kept.length === 0) break;
        // Seeking costs some steps per candidate and source; scattering costs each posting once.
        if (kept.length * group.length * 6 < sizeOf(group) * 2 || group.length === 1) narrowBySeeking(group);
        else narrowByScatter(group);
      }
      return kept;
    },
    /** Models that have any group; each lacking group takes its share of the score. */
    any(groups: readonly Group[], coordination: number): Matches {
      const sums = new Float32Array(models);
      const counts = new Uint8Array(models);
      for (const group of groups) {
        start(group);
        for (let at = 0; at < kept.length; at++) {
          const doc = kept.docs[at] ?? 0;
          sums[doc] = (sums[doc] ?? 0) + (kept.scores[at] ?? 0);
          counts[doc] = (counts[doc] ?? 0) + 1;
        }
      }
      let length = 0;
      for (let doc = 0; doc < models; doc++) {
        const count = counts[doc] ?? 0;
        if (count === 0) continue;
        kept.docs[length] = doc;
        kept.scores[length++] = (sums[doc] ?? 0) * (count / groups.length) ** coordination;
      }
      kept.length = length;
      return kept;
    },
  };
}
export type Matcher = ReturnType<typeof createMatcher>;
