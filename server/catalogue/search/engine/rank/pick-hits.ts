import { reorderedHits } from '../../weights.ts';
import type { EngineHit, EngineQuery, EngineSort } from '../engine-types.ts';
import type { Basis } from '../facets/count-facets.ts';
import type { Filtered } from '../facets/filter-segment.ts';
import type { Selection } from '../facets/select.ts';
import { mostTitleWeight, type WordMatches, weighTitle } from '../match/match-words.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { type Segment, titleOf } from '../segment/segment.ts';
import { createTop } from '../segment/top.ts';

type Keyed = { readonly doc: number; readonly key: number };
type Placed = { readonly segment: Segment; readonly doc: number };
type Candidate = Keyed & Placed & { readonly score: number };
/** A segment, and what a query selects of it. */
export type SelectedPart = SearchedSegment & {
  readonly selection: Selection;
  readonly filtered: Filtered;
  /** Null where all of it has to be counted. */
  readonly basis: Basis | null;
};

/** The number that a sort puts largest first; models themselves come by popularity. */
function createKey(part: SelectedPart, sort: EngineSort): (doc: number) => number {
  const { addedAt, titleRanks } = part.segment;
  if (sort === 'newest') return (doc) => addedAt[doc] ?? 0;
  if (sort === 'title') return (doc) => -(titleRanks[doc] ?? 0);
  if (sort === 'triangles') {
    const { triangles } = part.levelsOf(part.selection.levels);
    return (doc) => -(triangles[doc] ?? 0);
  }
  return (doc) => -doc;
}

const fold = (segment: Segment, doc: number) =>
  titleOf(segment, doc).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The order in which a segment numbers its models, for those of several. */
export const byPopularity = (a: Placed, b: Placed): number =>
  (b.segment.popularity[b.doc] ?? 0) - (a.segment.popularity[a.doc] ?? 0) ||
  (a.segment.guidHashes[a.doc] ?? 0) - (b.segment.guidHashes[b.doc] ?? 0) ||
  (a.segment.modelIds[a.doc] ?? 0) - (b.segment.modelIds[b.doc] ?? 0);

/** The next model of a segment whose models are taken one after the other. */
type Head = {
  readonly segment: Segment;
  readonly docs: Uint32Array;
  readonly end: number;
  at: number;
  doc: number;
};

function findFirst(heads: readonly Head[]): Head | null {
  let first: Head | null = null;
  for (const head of heads)
    if (head.at < head.end && (first === null || byPopularity(head, first) < 0)) first = head;
  return first;
}

const passed = ({ docs, at, end, segment }: Head, step: number) => {
  const place = Math.min(at + step, end);
  return { place, segment, doc: docs[place - 1] ?? 0 };
};

/**
 * Passes over the first models of all segments without comparing each: of as many from every segment as there are places
 * left for each, those of the segment whose last comes first are all among them.
 */
function pass(heads: readonly Head[], count: number): void {
  for (let left = count; left > 0; ) {
    const [first, ...others] = heads.filter((head) => head.at < head.end);
    if (first === undefined) return;
    const step = Math.max(1, Math.floor(left / (others.length + 1)));
    let [head, next] = [first, passed(first, step)];
    for (const other of others) {
      const candidate = passed(other, step);
      if (byPopularity(candidate, next) < 0) [head, next] = [other, candidate];
    }
    left -= next.place - head.at;
    head.at = next.place;
    head.doc = head.docs[head.at] ?? 0;
  }
}

const toHit = (segment: Segment, doc: number): EngineHit => ({
  modelId: segment.modelIds[doc] ?? 0,
  score: 0,
});

/** The models from one place up to another by popularity, in which order every segment has its own. */
function pickPopular(parts: readonly SelectedPart[], from: number, to: number): EngineHit[] {
  const heads = parts.map(
    ({ segment, filtered: { docs, length } }): Head => ({
      segment,
      docs,
      end: length,
      at: 0,
      doc: docs[0] ?? 0,
    }),
  );
  const [only] = heads;
  if (only && heads.length === 1)
    return Array.from(only.docs.subarray(from, Math.min(to, only.end)), (doc) => toHit(only.segment, doc));
  const hits: EngineHit[] = [];
  pass(heads, from);
  for (let place = from; place < to; place++) {
    const head = findFirst(heads);
    if (head === null) break;
    hits.push(toHit(head.segment, head.doc));
    head.at += 1;
    head.doc = head.docs[head.at] ?? 0;
  }
  return hits;
}

/** Compares models of different segments by what their keys stand for. */
function compareAcross(sort: EngineSort) {
  const byTitle = (a: Candidate, b: Candidate) => {
    const [left, right] = [fold(a.segment, a.doc), fold(b.segment, b.doc)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  return (a: Candidate, b: Candidate) =>
    (sort === 'title' ? byTitle(a, b) : b.key - a.key) || byPopularity(a, b);
}

/** The models up to `size` of a sort, without the first `from`. */
type Wanted = { readonly sort: EngineSort; readonly from: number; readonly size: number };

/** The best of a selection in one segment. */
function collect(part: SelectedPart, { sort, from, size }: Wanted): Keyed[] {
  const { docs, scores, length } = part.filtered;
  if (from >= length) return [];
  const top = createTop(Math.min(size, length));
  if (sort === 'relevance' && scores !== null) top.offerAll(docs, scores, length);
  else {
    const keyOf = createKey(part, sort);
    for (let at = 0; at < length; at++) top.offer(docs[at] ?? 0, keyOf(docs[at] ?? 0));
  }
  return top.list(from);
}

/** One page of a selection. */
export function pickHits(
  parts: readonly SelectedPart[],
  query: EngineQuery,
  found: WordMatches | null,
): EngineHit[] {
  // A page beyond the end costs nothing, wherever it would be.
  if (query.offset >= parts.reduce((sum, { filtered }) => sum + filtered.length, 0)) return [];
  const sort = query.sort === 'relevance' && found === null ? 'popular' : query.sort;
  const size = query.offset + query.limit;
  if (sort === 'popular') return pickPopular(parts, query.offset, size);
  const isRanked = sort === 'relevance' && found !== null;
  const isReordered = isRanked && mostTitleWeight(found.query) > 0;
  // Segments can only be merged from their first on, and only the first are put in another order.
  const from = parts.length === 1 && (!isReordered || query.offset >= reorderedHits) ? query.offset : 0;
  const wanted: Wanted = { sort, from, size: isReordered ? Math.max(size, reorderedHits) : size };
  const candidates = parts.flatMap((part): Candidate[] =>
    collect(part, wanted).map(({ doc, key }) => ({ segment: part.segment, doc, key, score: key })),
  );
  const compare = compareAcross(sort);
  const sorted = parts.length > 1 ? candidates.sort(compare) : candidates;
  const ordered = isReordered ? reorder(sorted, found, { from, size }).sort(compare) : sorted;
  return ordered.slice(query.offset - from, size - from).map(({ segment, doc, score }) => ({
    modelId: segment.modelIds[doc] ?? 0,
    score: isRanked ? toScore(score) : 0,
  }));
}

/** Scores as numbers of the size of BM25's. */
const toScore = (score: number) => Math.round((score / 0xffff) * 10_000) / 10_000;

/** Reads the titles of models that word order could still bring onto the page. */
function reorder(
  sorted: readonly Candidate[],
  { query, best }: WordMatches,
  { from, size }: Pick<Wanted, 'from' | 'size'>,
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
