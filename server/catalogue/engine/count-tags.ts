import { limits } from '../../contract/limits.ts';
import { createHistogram } from './histogram.ts';
import { type Segment, tagOf, tagsOf, unknownTag } from './segment.ts';
import { createTop } from './top.ts';

/** Models of one segment whose tags count; `missing` lists all others where these are fewer. */
export type Tagged = {
  readonly docs: Uint32Array;
  readonly length: number;
  readonly missing: Uint32Array | null;
};
export type TagCount = { readonly value: string; readonly count: number };

/** How much rarer than its share a tag may be in a selection and still be counted at once. */
const spread = 2;

/**
 * Counts the leading tags of a selection. Tags are numbered by how many models hold them in all, and a tag cannot lead where
 * even all of its models would not suffice: so the first few are counted, and the rest only when they could matter.
 */
export function createTagCounter([base, delta]: readonly Segment[]) {
  const known = base?.tagUses.length ?? 0;
  /** The number of each tag of the small segment among those of the large one, or after them. */
  const numbers = Uint32Array.from(delta?.tagsInBase ?? [], (number, tag) =>
    number === unknownTag ? known + tag : number,
  );
  const histogram = createHistogram(known + numbers.length);

  const addBase = (lists: readonly Tagged[], from: number, to: number) => {
    if (base === undefined) return;
    const runs = { values: base.tags, offsets: base.tagOffsets, from, to };
    for (const list of lists)
      if (list.missing === null) histogram.addRuns(runs, list);
      else histogram.addTotals(base.tagUses, from, to);
    for (const { missing } of lists) if (missing !== null) histogram.subtractRuns(runs, missing);
  };
  /** Counts the small segment; returns the most that it adds to any tag. */
  const addDelta = (lists: readonly Tagged[]): number => {
    let most = 0;
    for (const { docs, length } of lists)
      for (let at = 0; at < length; at++) {
        const doc = docs[at] ?? 0;
        for (const tag of delta === undefined ? [] : tagsOf(delta, doc)) histogram.add(numbers[tag] ?? 0);
      }
    histogram.each((_, count) => {
      most = Math.max(most, count);
    });
    return most;
  };
  /** The count of the last tag that is shown, or 1 where all are. */
  const leastShown = () => {
    const top = createTop(limits.tagFacets);
    histogram.each((tag, count) => top.offer(tag, count));
    return top.isFull() ? top.least() : 1;
  };
  const textOf = (number: number) => {
    if (number < known) return base === undefined ? '' : tagOf(base, number);
    return delta === undefined ? '' : tagOf(delta, number - known);
  };
  /** How many of the first tags to count for so many models. */
  const firstFew = (models: number) => {
    const uses = base?.tagUses ?? [];
    const share = models / Math.max(1, base?.facts.models ?? 0);
    const rare = (share * (uses[limits.tagFacets - 1] ?? 0)) / spread;
    let [low, high] = [0, known];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((uses[middle] ?? 0) > rare) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** The leading tags of models, given as some lists for each segment. */
  return ([ofBase = [], ofDelta = []]: readonly (readonly Tagged[])[]): TagCount[] => {
    const mostOfDelta = addDelta(ofDelta);
    const few = firstFew(ofBase.reduce((sum, { length }) => sum + length, 0));
    addBase(ofBase, 0, few);
    let least = leastShown();
    if (least <= (base?.tagUses[few] ?? 0) + mostOfDelta) {
      addBase(ofBase, few, known);
      least = leastShown();
    }
    const found: (TagCount & { readonly key: string })[] = [];
    histogram.each((tag, count) => {
      if (count < least) return;
      const value = textOf(tag);
      found.push({ value, count, key: value.toLowerCase() });
    });
    histogram.clear();
    return found
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, limits.tagFacets)
      .map(({ value, count }) => ({ value, count }));
  };
}
export type TagCounter = ReturnType<typeof createTagCounter>;
