import { limits } from '../../../contract/limits.ts';
import { createBaseTagCounter, type Tagged } from './count-base-tags.ts';
import { createHistogram } from './histogram.ts';
import { type Segment, tagOf, unknownTag } from './segment.ts';
import { tagsOf } from './tag-lanes.ts';
import { createTop } from './top.ts';

const nothing: Tagged = { docs: new Uint32Array(0), missing: null };
export type TagCount = { readonly value: string; readonly count: number };

/** Below this share of all models each model's tags are read; above, the models of each tag are looked for among them. */
const fewModels = 1 / 64;

/**
 * Counts the leading tags of a selection. Tags are numbered by how many models hold them in all, and a tag cannot lead where
 * even all of its models would not suffice: so the first are counted, and others only as far as they could matter.
 */
export function createTagCounter([base, delta]: readonly Segment[]) {
  const uses = base?.tagUses ?? new Uint32Array(0);
  const known = uses.length;
  /** The number of each tag of the small segment among those of the large one, or after them. */
  const numbers = Uint32Array.from(delta?.tagsInBase ?? [], (number, tag) =>
    number === unknownTag ? known + tag : number,
  );
  const histogram = createHistogram(known + numbers.length);
  const counter = base && createBaseTagCounter(base, histogram);

  /** Counts the small segment; returns the most that it adds to any tag. */
  const addDelta = ({ docs }: Tagged): number => {
    let most = 0;
    for (const doc of docs)
      for (const tag of delta === undefined ? [] : tagsOf(delta, doc)) histogram.add(numbers[tag] ?? 0);
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
  /** How many of the first tags have enough models. */
  const countWith = (models: number) => {
    let [low, high] = [0, known];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((uses[middle] ?? 0) >= models) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Counts the large segment until no tag that is left out could still lead. */
  const addBase = (tagged: Tagged, mostOfDelta: number) => {
    if (base === undefined || counter === undefined) return;
    if (tagged.missing === null && tagged.docs.length < base.facts.models * fewModels)
      return counter.addFew(tagged);
    counter.addLanes(tagged);
    let from = counter.inLanes;
    for (;;) {
      const to = countWith(leastShown() - mostOfDelta);
      if (from >= to) return;
      if (from >= counter.listed) return counter.addRuns(tagged, from, to);
      const next = Math.min(to, counter.listed, from * 2);
      counter.addListed(tagged, from, next);
      from = next;
    }
  };

  /** The leading tags of models of each segment. */
  return ([ofBase = nothing, ofDelta = nothing]: readonly Tagged[]): TagCount[] => {
    addBase(ofBase, addDelta(ofDelta));
    const least = leastShown();
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
