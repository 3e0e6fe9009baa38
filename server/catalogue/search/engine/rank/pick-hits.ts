import { reorderedHits } from '../../weights.ts';
import type { EngineHit, EngineQuery } from '../engine-types.ts';
import type { Basis } from '../facets/count-facets.ts';
import type { Filtered } from '../facets/filter-segment.ts';
import type { Selection } from '../facets/select.ts';
import { mostTitleWeight, type WordMatches, weighTitle } from '../match/match-words.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { createTop } from '../segment/top.ts';
import { byPopularity, pickInOrder } from './pick-in-order.ts';

type Candidate = {
  readonly segment: Segment;
  readonly doc: number;
  readonly key: number;
  readonly score: number;
};
/** A segment, and what a query selects from it. */
export type SelectedPart = SearchedSegment & {
  readonly selection: Selection;
  readonly filtered: Filtered;
  /** Null if everything must be counted. */
  readonly basis: Basis | null;
};

const compareScores = (a: Candidate, b: Candidate) => b.key - a.key || byPopularity(a, b);

/** Returns one segment's matches with the highest scores up to position `size`, without the first `from`. */
function collect({ segment, filtered }: SelectedPart, from: number, size: number): Candidate[] {
  const { docs, scores, length } = filtered;
  if (from >= length || scores === null) return [];
  const top = createTop(Math.min(size, length));
  top.offerAll(docs, scores, length);
  return top.list(from).map(({ doc, key }) => ({ segment, doc, key, score: key }));
}

export function pickHits(
  parts: readonly SelectedPart[],
  query: EngineQuery,
  found: WordMatches | null,
): EngineHit[] {
  // Makes pages beyond the end free, however far.
  if (query.offset >= parts.reduce((sum, { filtered }) => sum + filtered.length, 0)) return [];
  const size = query.offset + query.limit;
  if (query.sort !== 'relevance' || found === null) {
    const sort = query.sort === 'relevance' ? 'popular' : query.sort;
    return pickInOrder(parts, sort, { from: query.offset, to: size });
  }
  const isReordered = mostTitleWeight(found.query) > 0;
  // Several segments must be merged from their start, and only the first hits are reordered.
  const from = parts.length === 1 && (!isReordered || query.offset >= reorderedHits) ? query.offset : 0;
  const candidates = parts.flatMap((part) =>
    collect(part, from, isReordered ? Math.max(size, reorderedHits) : size),
  );
  const sorted = parts.length > 1 ? candidates.sort(compareScores) : candidates;
  const ordered = isReordered ? reorder(sorted, found, { from, size }).sort(compareScores) : sorted;
  return ordered
    .slice(query.offset - from, size - from)
    .map(({ segment, doc, score }) => ({ modelId: segment.modelIds[doc] ?? 0, score: toScore(score) }));
}

/** Scales scores to the usual size of BM25. */
const toScore = (score: number) => Math.round((score / 0xffff) * 10_000) / 10_000;

type Wanted = { readonly from: number; readonly size: number };

/** Reads the titles of those models that word order could still move onto the page. */
function reorder(
  sorted: readonly Candidate[],
  { query, best }: WordMatches,
  { from, size }: Wanted,
): Candidate[] {
  const most = best * mostTitleWeight(query);
  const page = createTop(size - from);
  return sorted.map((one, place) => {
    // The following models score no higher by words, so they cannot enter a full page either.
    if (from + place >= reorderedHits || (page.isFull() && one.key + most < page.least())) return one;
    const key = one.key + best * weighTitle(one.segment, one.doc, query);
    page.offer(place, key);
    return { ...one, key, score: key };
  });
}
