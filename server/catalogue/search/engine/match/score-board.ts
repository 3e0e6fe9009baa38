import type { Group, Matches, Source } from '../segment/sources.ts';

/** Models that are worked on together: their scores fit in a core's own memory. */
const stretch = 1 << 15;
/** Sources below this share of all models are written at once, larger ones stretch by stretch. */
const smallSource = 1 / 256;

/** Room for one score per model, where the best of several sources is found. It is empty between calls. */
export function createScoreBoard(models: number) {
  const best = new Float32Array(models);
  /** The same room as whole numbers, which are above 0 where the score is: what is kept is counted without a branch. */
  const bits = new Int32Array(best.buffer);
  const marks = new Uint32Array(Math.ceil(models / 32));

  /** Writes the scores of a source from a place on, up to a model; returns the place after. */
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
  /** Calls `take` for each stretch when it holds the scores of all sources, then empties it. */
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
    /** All models of some sources; for many models. */
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
    /** All models of some sources; for few models, of which only the marked ones are looked at. */
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
    /** Keeps the matches that some source has, and adds its score. */
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
