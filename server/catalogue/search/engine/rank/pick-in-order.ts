import type { EngineHit, EngineSort } from '../engine-types.ts';
import type { Filtered } from '../facets/filter-segment.ts';
import type { Selection } from '../facets/select.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { type Segment, titleOf } from '../segment/segment.ts';
import { createTop } from '../segment/top.ts';
import { isWalkShorter, walkOrder } from './orders.ts';

/** A sort that does not depend on words. */
type ListSort = Exclude<EngineSort, 'relevance'>;
type Placed = { readonly segment: Segment; readonly doc: number };
type Part = SearchedSegment & { readonly selection: Selection; readonly filtered: Filtered };
/** A segment's cursor: the next model to take. */
type Head = Placed & {
  docs: Uint32Array;
  end: number;
  at: number;
  doc: number;
  key: (doc: number) => number;
};
type IsBefore = (a: Head, b: Head) => boolean;

/** Compares models of several segments in the order that numbers the models of one. */
export const byPopularity = (a: Placed, b: Placed): number =>
  (b.segment.popularity[b.doc] ?? 0) - (a.segment.popularity[a.doc] ?? 0) ||
  (a.segment.guidHashes[a.doc] ?? 0) - (b.segment.guidHashes[b.doc] ?? 0) ||
  (a.segment.modelIds[a.doc] ?? 0) - (b.segment.modelIds[b.doc] ?? 0);

const fold = ({ segment, doc }: Placed) =>
  titleOf(segment, doc).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function byTitle(a: Placed, b: Placed): number {
  const [left, right] = [fold(a), fold(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the number that a sort orders by, largest first. */
function createKey(part: Part, sort: ListSort): (doc: number) => number {
  const { addedAt, titleRanks } = part.segment;
  if (sort === 'newest') return (doc) => addedAt[doc] ?? 0;
  if (sort === 'title') return (doc) => -(titleRanks[doc] ?? 0);
  if (sort === 'popular') return (doc) => -doc;
  const { triangles } = part.levelsOf(part.selection.levels);
  return (doc) => -(triangles[doc] ?? 0);
}

const compareBy: Record<ListSort, (a: Head, b: Head) => number> = {
  popular: byPopularity,
  newest: (a, b) => b.key(b.doc) - a.key(a.doc) || byPopularity(a, b),
  triangles: (a, b) => b.key(b.doc) - a.key(a.doc) || byPopularity(a, b),
  title: (a, b) => byTitle(a, b) || byPopularity(a, b),
};

/** Returns the first `to` selected models of a segment in an order. */
function listFirst(part: Part, sort: ListSort, to: number, key: (doc: number) => number): Uint32Array {
  const { filtered, segment, orderOf } = part;
  const { docs, length } = filtered;
  if (sort === 'popular') return docs.subarray(0, Math.min(to, length));
  if (sort !== 'triangles' && isWalkShorter(filtered, segment.facts.models, to))
    return walkOrder(orderOf(sort), filtered, to);
  const top = createTop(Math.min(to, length));
  for (let at = 0; at < length; at++) top.offer(docs[at] ?? 0, key(docs[at] ?? 0));
  return Uint32Array.from(top.list(), ({ doc }) => doc);
}

function findFirst(heads: readonly Head[], isBefore: IsBefore): Head | null {
  let first: Head | null = null;
  for (const head of heads) if (head.at < head.end && (first === null || isBefore(head, first))) first = head;
  return first;
}

function moveTo(head: Head, place: number): void {
  head.at = place;
  head.doc = head.docs[place] ?? 0;
}

/**
 * Skips the first models of all segments without comparing each one. If every segment offers its share of the remaining
 * positions, the share that ends first in the order can be skipped as a whole.
 */
function pass(heads: readonly Head[], count: number, isBefore: IsBefore): void {
  for (let left = count; left > 0; ) {
    const open = heads.filter((head) => head.at < head.end);
    const step = Math.max(1, Math.floor(left / open.length));
    const ends = open.map((head) => {
      const at = Math.min(head.at + step, head.end);
      return { ...head, head, at, doc: head.docs[at - 1] ?? 0 };
    });
    const [start, ...others] = ends;
    if (start === undefined) return;
    const first = others.reduce((best, end) => (isBefore(end, best) ? end : best), start);
    left -= first.at - first.head.at;
    moveTo(first.head, first.at);
  }
}

const toHit = ({ segment, doc }: Placed): EngineHit => ({ modelId: segment.modelIds[doc] ?? 0, score: 0 });

/** Returns the models of a range of positions in an order. */
export function pickInOrder(
  parts: readonly Part[],
  sort: ListSort,
  { from, to }: { readonly from: number; readonly to: number },
): EngineHit[] {
  const heads = parts.map((part): Head => {
    const key = createKey(part, sort);
    const docs = listFirst(part, sort, to, key);
    return { segment: part.segment, docs, end: docs.length, at: 0, doc: docs[0] ?? 0, key };
  });
  const [only] = heads;
  if (only && heads.length === 1)
    return Array.from(only.docs.subarray(from, to), (doc) => toHit({ segment: only.segment, doc }));
  const isBefore: IsBefore = (a, b) => compareBy[sort](a, b) < 0;
  pass(heads, from, isBefore);
  const hits: EngineHit[] = [];
  for (let place = from; place < to; place++) {
    const head = findFirst(heads, isBefore);
    if (head === null) break;
    hits.push(toHit(head));
    moveTo(head, head.at + 1);
  }
  return hits;
}
