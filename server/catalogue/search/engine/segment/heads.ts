import { measures } from './measures.ts';
import type { Group, Segment, SegmentFacts } from './segment.ts';
import type { Begun } from './vocabulary.ts';

/** Number of most frequent tags to store per head. */
export const leadingTags = 128;

/** The columns that heads count, and the length of each count. */
export const headColumns = ({ categories, traits, formatSets }: SegmentFacts) =>
  [
    ['categories', categories.length],
    ['traits', traits.length],
    ['formatSets', formatSets.length],
    ['measures', measures.length],
  ] as const;
export type HeadColumn = ReturnType<typeof headColumns>[number][0];

/** Total length of one head's counts. */
export const headWidth = (facts: SegmentFacts) =>
  headColumns(facts).reduce((sum, [, length]) => sum + length, 0);

/** Precomputed counts over all models that contain a word with a common prefix. */
export type Head = {
  /** Number of models per entry of each column's list. */
  readonly counts: Readonly<Record<HeadColumn, Uint32Array>>;
  /** The leading tags, most models first, as pairs of number and count, padded with zeros. */
  readonly tags: Uint32Array;
};

export function openHead({ facts, headCounts, headTags }: Segment, index: number): Head {
  let start = index * headWidth(facts);
  const counts = { categories: headCounts, traits: headCounts, formatSets: headCounts, measures: headCounts };
  for (const [column, length] of headColumns(facts)) {
    counts[column] = headCounts.subarray(start, start + length);
    start += length;
  }
  return { counts, tags: headTags.subarray(index * 2 * leadingTags, (index + 1) * 2 * leadingTags) };
}

/** Finds the head with the same models as a group that contains the words of a prefix. */
export function createFindHead(segment: Segment) {
  const { headWords, postingDocs, postingOffsets } = segment;
  return (group: Group, { runs, words: [start, end] }: Begun): Head | null => {
    const isBegun = group.every(
      ({ docs, from, to }) =>
        docs === postingDocs &&
        runs.some(
          ([first, last]) => (postingOffsets[first] ?? 0) <= from && to <= (postingOffsets[last + 1] ?? 0),
        ),
    );
    if (!isBegun) return null;
    for (let at = 0; at < headWords.length; at += 2)
      if (headWords[at] === start && headWords[at + 1] === end) return openHead(segment, at / 2);
    return null;
  };
}
export type FindHead = ReturnType<typeof createFindHead>;
