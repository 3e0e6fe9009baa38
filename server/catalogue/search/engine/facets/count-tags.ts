import { limits } from '../../../../contract/limits.ts';
import type { Head } from '../segment/heads.ts';
import { createHistogram } from '../segment/histogram.ts';
import { type Segment, tagOf, unknownTag } from '../segment/segment.ts';
import { tagsOf } from '../segment/tag-lanes.ts';
import { createBaseTagCounter, leastLeading, type Tagged } from './count-base-tags.ts';

const none = new Uint32Array(0);
const nothing: Tagged = { docs: none, missing: null };
export type TagCount = { readonly value: string; readonly count: number };

/** A head, and its models that no longer count. */
type Headed = { readonly head: Head; readonly removed: Uint32Array };

function* listTags(segment: Segment | undefined, docs: Uint32Array) {
  if (segment !== undefined) for (const doc of docs) yield* tagsOf(segment, doc);
}

/** Counts a selection's leading tags. Tags are numbered by total, so counting stops once the remaining cannot lead. */
export function createTagCounter([base, delta]: readonly Segment[]) {
  const known = base?.tagUses.length ?? 0;
  /** Maps tags of the small segment to those of the large one, or to numbers after them. */
  const numbers = Uint32Array.from(delta?.tagsInBase ?? [], (number, tag) =>
    number === unknownTag ? known + tag : number,
  );
  const histogram = createHistogram(known + numbers.length);
  const counter = base && createBaseTagCounter(base, histogram);

  const addDelta = ({ docs }: Tagged) => {
    for (const tag of listTags(delta, docs)) histogram.add(numbers[tag] ?? 0);
  };
  /** Returns the highest count of any tag that is not in `left`. */
  const mostOf = (left: ReadonlySet<number> | null) => {
    let most = 0;
    histogram.each((tag, count) => {
      if (count > most && left?.has(tag) !== true) most = count;
    });
    return most;
  };
  /** Adds a head's leading tags. Returns false if others could lead because of models elsewhere or removed ones. */
  const addHead = ({ head: { tags }, removed }: Headed): boolean => {
    const stored = new Set<number>();
    for (let at = 0; at < tags.length && tags[at + 1] !== 0; at += 2) stored.add(tags[at] ?? 0);
    // In the head, no other tag has more models than the last stored one.
    const last = tags.at(-1) ?? 0;
    const mostOfOthers = last + mostOf(stored);
    for (let at = 0; at < stored.size * 2; at += 2) histogram.add(tags[at] ?? 0, tags[at + 1]);
    for (const tag of listTags(base, removed)) if (stored.has(tag)) histogram.add(tag, -1);
    return last === 0 || mostOfOthers < leastLeading(histogram, limits.tagFacets);
  };
  const textOf = (number: number) => {
    if (number < known) return base === undefined ? '' : tagOf(base, number);
    return delta === undefined ? '' : tagOf(delta, number - known);
  };
  const take = (): TagCount[] => {
    const least = leastLeading(histogram, limits.tagFacets);
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

  /** Returns the leading tags of each segment's models; `headed` if the large segment's are those of a head. */
  return ([ofBase = nothing, ofDelta = nothing]: readonly Tagged[], headed: Headed | null): TagCount[] => {
    addDelta(ofDelta);
    if (headed !== null) {
      if (addHead(headed)) return take();
      histogram.clear();
      addDelta(ofDelta);
    }
    counter?.addLeading(ofBase, limits.tagFacets, mostOf(null));
    return take();
  };
}
