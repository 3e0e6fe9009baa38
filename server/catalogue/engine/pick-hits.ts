import { reorderedHits } from '../ranking/weights.ts';
import type { EngineHit, EngineQuery, EngineSort } from './engine-types.ts';
import type { WordMatches } from './match-words.ts';
import type { Matches } from './matcher.ts';
import { weighTitle } from './order-titles.ts';
import type { SearchedSegment } from './resolve-groups.ts';
import { recordAt, recordWidth, type Segment, titleOf } from './segment.ts';
import type { Selection } from './select.ts';
import { createTop } from './top.ts';

type Candidate = {
  readonly segment: Segment;
  readonly doc: number;
  readonly score: number;
  readonly key: number;
};
type Part = SearchedSegment & { readonly selection: Selection };

/** The number that a sort puts largest first; models themselves come by popularity. */
function createKey(segment: Segment, sort: EngineSort, scores: Float32Array | null) {
  const { addedAt, titleRanks, records } = segment;
  const keys: Readonly<Record<EngineSort, (doc: number, at: number) => number>> = {
    relevance: (doc, at) => (scores === null ? -doc : (scores[at] ?? 0)),
    popular: (doc) => -doc,
    newest: (doc) => addedAt[doc] ?? 0,
    title: (doc) => -(titleRanks[doc] ?? 0),
    triangles: (doc) => -(records[doc * recordWidth + recordAt.triangles] ?? 0),
  };
  return keys[sort];
}

const fold = (segment: Segment, doc: number) =>
  titleOf(segment, doc).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Compares models of different segments by what their keys stand for. */
function compareAcross(sort: EngineSort) {
  const byPopularity = (a: Candidate, b: Candidate) =>
    (b.segment.popularity[b.doc] ?? 0) - (a.segment.popularity[a.doc] ?? 0) ||
    (a.segment.modelIds[a.doc] ?? 0) - (b.segment.modelIds[b.doc] ?? 0);
  const byTitle = (a: Candidate, b: Candidate) => {
    const [left, right] = [fold(a.segment, a.doc), fold(b.segment, b.doc)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  return (a: Candidate, b: Candidate) => {
    if (sort === 'title') return byTitle(a, b) || byPopularity(a, b);
    return (sort === 'popular' ? 0 : b.key - a.key) || byPopularity(a, b);
  };
}

/** The models up to `size` of a sort, without the first `from`. */
type Wanted = { readonly sort: EngineSort; readonly from: number; readonly size: number };
/** The models that the words match in a segment, and how many models are selected where that is known before. */
type Given = { readonly matches: Matches | null; readonly total: number | null };

/** Counts the models of a selection in one segment, and keeps the best `size`. */
function collect(
  { segment, dead, selection }: Part,
  { sort, from, size }: Wanted,
  { matches, total: known }: Given,
) {
  const length = matches?.length ?? segment.facts.models;
  const key = createKey(segment, sort, matches?.scores ?? null);
  const isByDoc = sort === 'popular' || (sort === 'relevance' && matches === null);
  // Matches of words hold no dead models any more.
  const isDead = matches === null ? dead : null;
  const isOut = (doc: number) =>
    (!selection.isAll && !selection.passes(doc)) || (isDead !== null && isDead[doc] === 1);
  const top = isByDoc ? createFirst(from, size) : createTop(from < length ? Math.min(size, length) : 0);
  let total = 0;
  for (let at = 0; at < length; at++) {
    const doc = matches === null ? at : (matches.docs[at] ?? 0);
    if (isOut(doc)) continue;
    total++;
    if (!isByDoc || !top.isFull()) top.offer(doc, key(doc, at));
    else if (known !== null) break;
  }
  return { total: known ?? total, list: top.list(from) };
}

/** The same promise as createTop where models already come best first: nothing is compared, and no more than a page kept. */
function createFirst(from: number, size: number) {
  const list: { doc: number; key: number }[] = [];
  let seen = 0;
  return {
    isFull: () => seen >= size,
    offer(doc: number, key: number) {
      if (seen >= from && seen < size) list.push({ doc, key });
      seen++;
    },
    list: (_from: number) => list,
  };
}

type Matched = { readonly found: WordMatches | null; readonly totals: readonly number[] | null };

/** One page of a selection with its exact total. */
export function pickHits(parts: readonly Part[], query: EngineQuery, { found, totals }: Matched) {
  const sort = query.sort === 'relevance' && found === null ? 'popular' : query.sort;
  const size = query.offset + query.limit;
  const isRanked = sort === 'relevance';
  const kept = isRanked ? Math.max(size, reorderedHits) : size;
  // Segments can only be merged from their first on, and only the first are put in another order.
  const from = parts.length === 1 && query.offset >= reorderedHits ? query.offset : 0;
  const collected = parts.map((part, index) =>
    collect(
      part,
      { sort, from, size: kept },
      { matches: found?.found[index] ?? null, total: totals?.[index] ?? null },
    ),
  );
  const total = collected.reduce((sum, one) => sum + one.total, 0);
  const candidates = collected.flatMap(({ list }, index) => {
    const { segment } = parts[index] ?? {};
    if (segment === undefined) return [];
    return list.map(({ doc, key }): Candidate => ({ segment, doc, key, score: found === null ? 0 : key }));
  });
  const compare = compareAcross(sort);
  const sorted = parts.length > 1 ? candidates.sort(compare) : candidates;
  const ordered = isRanked && found !== null ? reorder(sorted, found, from).sort(compare) : sorted;
  const hits: EngineHit[] = ordered
    .slice(query.offset - from, size - from)
    .map(({ segment, doc, score }) => ({
      modelId: segment.modelIds[doc] ?? 0,
      score: isRanked && found !== null ? toScore(score) : 0,
    }));
  return { hits, total };
}

/** Scores as numbers of the size of BM25's. */
const toScore = (score: number) => Math.round((score / 0xffff) * 10_000) / 10_000;

function reorder(sorted: readonly Candidate[], { query, best }: WordMatches, from: number): Candidate[] {
  return sorted.map((one, place) => {
    if (from + place >= reorderedHits) return one;
    const key = one.key + best * weighTitle(one.segment, one.doc, query);
    return { ...one, key, score: key };
  });
}
