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
/** A segment, and what a query selects of it. */
export type SelectedPart = SearchedSegment & {
  readonly selection: Selection;
  readonly filtered: Filtered;
  /** Null where all of it has to be counted. */
  readonly basis: Basis | null;
};

const compareScores = (a: Candidate, b: Candidate) => b.key - a.key || byPopularity(a, b);

/** The matches of one segment with the highest scores, up to the place `size`, without the first `from`. */
function collect({ segment, filtered }: SelectedPart, from: number, size: number): Candidate[] {
  const { docs, scores, length } = filtered;
  if (from >= length || scores === null) return [];
  const top = createTop(Math.min(size, length));
  top.offerAll(docs, scores, length);
  return top.list(from).map(({ doc, key }) => ({ segment, doc, key, score: key }));
}

/** One page of a selection. */
export function pickHits(
  parts: readonly SelectedPart[],
  query: EngineQuery,
  found: WordMatches | null,
): EngineHit[] {
  // A page beyond the end costs nothing, wherever it would be.
  if (query.offset >= parts.reduce((sum, { filtered }) => sum + filtered.length, 0)) return [];
  const size = query.offset + query.limit;
  if (query.sort !== 'relevance' || found === null) {
    const sort = query.sort === 'relevance' ? 'popular' : query.sort;
    return pickInOrder(parts, sort, { from: query.offset, to: size });
  }
  const isReordered = mostTitleWeight(found.query) > 0;
  // Segments can only be merged from their first on, and only the first are put in another order.
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

/** Scores as numbers of the size of BM25's. */
const toScore = (score: number) => Math.round((score / 0xffff) * 10_000) / 10_000;

/** The places that are asked for. */
type Wanted = { readonly from: number; readonly size: number };

/** Reads the titles of models that word order could still bring onto the page. */
function reorder(
  sorted: readonly Candidate[],
  { query, best }: WordMatches,
  { from, size }: Wanted,
): Candidate[] {
  const most = best * mostTitleWeight(query);
  const page = createTop(size - from);
  return sorted.map((one, place) => {
    // Those that follow score no more by their words, so that they cannot pass the last of a page that is full either.
    if (from + place >= reorderedHits || (page.isFull() && one.key + most < page.least())) return one;
    const key = one.key + best * weighTitle(one.segment, one.doc, query);
    page.offer(place, key);
    return { ...one, key, score: key };
  });
}
