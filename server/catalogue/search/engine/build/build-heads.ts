import { createBaseTagCounter } from '../facets/count-base-tags.ts';
import { growUint32 } from '../segment/growing.ts';
import { headColumns, leadingTags, openHead } from '../segment/heads.ts';
import { createHistogram } from '../segment/histogram.ts';
import { createMarks, listWord, markDocs } from '../segment/marks.ts';
import { type Arrays, type Segment, stemOnly } from '../segment/segment.ts';
import { createTop } from '../segment/top.ts';

/** Prefixes whose words occur in more than this share of all models get a head. */
const headShare = 1 / 32;
/** Below this, counting takes no noticeable time. */
const fewestOfHead = 4096;

type Listed = Pick<Arrays, 'wordOffsets' | 'wordBytes' | 'wordTerms' | 'postingOffsets'>;

/**
 * Lists the prefixes whose words many models contain, as pairs: the index of their first word, and the one after their
 * last. Of prefixes with the same words, only one is listed; single letters are not, as no completions are looked up
 * for them.
 */
export function listHeads(
  { wordOffsets, wordBytes, wordTerms, postingOffsets }: Listed,
  models: number,
  fewest = fewestOfHead,
): Uint32Array {
  const heads = growUint32();
  const least = Math.max(fewest, models * headShare);
  const lastSeen = new Uint32Array(postingOffsets.length);
  let looks = 0;
  const countUses = (from: number, to: number) => {
    looks++;
    let uses = 0;
    for (let index = from; index < to; index++) {
      const term = wordTerms[index] ?? 0;
      if (term >= stemOnly || lastSeen[term] === looks) continue;
      lastSeen[term] = looks;
      uses += (postingOffsets[term + 1] ?? 0) - (postingOffsets[term] ?? 0);
    }
    return uses;
  };
  const byteAt = (index: number, place: number) => {
    const at = (wordOffsets[index] ?? 0) + place;
    return at < (wordOffsets[index + 1] ?? 0) ? (wordBytes[at] ?? 0) : -1;
  };
  /** Checks a range of words that share `shared` bytes, then its subranges that share one more. */
  const look = (from: number, to: number, shared: number, isListed: boolean) => {
    if (countUses(from, to) < least) return;
    const isNew = shared > 1 && !isListed;
    if (isNew) {
      heads.push(from);
      heads.push(to);
    }
    for (let start = from; start < to; ) {
      const byte = byteAt(start, shared);
      let end = start + 1;
      while (end < to && byteAt(end, shared) === byte) end++;
      if (byte >= 0) look(start, end, shared + 1, (isNew || isListed) && start === from && end === to);
      start = end;
    }
  };
  if (models > 0) look(0, wordTerms.length, 0, false);
  return heads.view();
}

/** Returns a function that lists the models with any word of a range, ascending. */
function createListModels({ facts, wordTerms, postingOffsets, postingDocs }: Segment) {
  const marks = createMarks(facts.models);
  const docs = new Uint32Array(facts.models);
  return (from: number, to: number): Uint32Array => {
    for (let index = from; index < to; index++) {
      const term = wordTerms[index] ?? 0;
      if (term >= stemOnly) continue;
      markDocs(marks, postingDocs.subarray(postingOffsets[term], postingOffsets[term + 1]));
    }
    let length = 0;
    for (let word = 0; word < marks.length; word++) length = listWord(docs, length, word, marks[word] ?? 0);
    marks.fill(0);
    return docs.subarray(0, length);
  };
}

/** Counts the models of each head. The rest of the segment must be complete. */
export function fillHeads(segment: Segment) {
  const { facts, headWords, tagUses } = segment;
  if (headWords.length === 0) return;
  const listModels = createListModels(segment);
  const columns = headColumns(facts).map(([name, size]) => ({ name, histogram: createHistogram(size) }));
  const tags = createHistogram(tagUses.length);
  const tagCounter = createBaseTagCounter(segment, tags);
  for (let at = 0; at < headWords.length; at += 2) {
    const docs = listModels(headWords[at] ?? 0, headWords[at + 1] ?? 0);
    const head = openHead(segment, at / 2);
    for (const { name, histogram } of columns) {
      histogram.addColumn(segment[name], docs, docs.length);
      head.counts[name].set(histogram.read().counts);
      histogram.clear();
    }
    tagCounter.addLeading({ docs, missing: null }, leadingTags, 0);
    const top = createTop(leadingTags);
    tags.each((tag, count) => top.offer(tag, count));
    head.tags.set(top.list().flatMap(({ doc: tag, key: count }) => [tag, count]));
    tags.clear();
  }
}
