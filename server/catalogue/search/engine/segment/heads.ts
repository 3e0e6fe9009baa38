import { measures } from './measures.ts';
import type { Group, Segment, SegmentFacts } from './segment.ts';
import type { Begun } from './vocabulary.ts';

/** So many of the tags that most models of a head hold are stored. */
export const leadingTags = 128;

/** The columns that heads count, and how many numbers each takes. */
export const headColumns = ({ categories, traits, formatSets }: SegmentFacts) =>
  [
    ['categories', categories.length],
    ['traits', traits.length],
    ['formatSets', formatSets.length],
    ['measures', measures.length],
  ] as const;
export type HeadColumn = ReturnType<typeof headColumns>[number][0];

/** Numbers that the columns of one head take. */
export const headWidth = (facts: SegmentFacts) =>
  headColumns(facts).reduce((sum, [, length]) => sum + length, 0);

/** Counts of all models that hold any word with one beginning, where these are many. */
export type Head = {
  /** How many have each place of a column's list. */
  readonly counts: Readonly<Record<HeadColumn, Uint32Array>>;
  /** The leading tags, most models first: number and count by turns, zeros where there are no more. */
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

/** Finds the head whose models are those of a group that holds the words with a beginning. */
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
