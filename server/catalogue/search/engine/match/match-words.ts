import { isFiller } from '../../analysis/concepts.ts';
import type { Synonyms } from '../../analysis/synonyms.ts';
import { splitWords, stem } from '../../analysis/tokenise.ts';
import { categoryBoost, nearMatches, titleBoosts } from '../../weights.ts';
import type { Correction } from '../engine-types.ts';
import type { Basis } from '../facets/count-facets.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { growUint32 } from '../segment/growing.ts';
import { type Group, type Matches, type Segment, seek, sizeOf, titleOf } from '../segment/segment.ts';
import { findTitles, hashWords } from '../segment/title-hash.ts';
import { createResolve } from './resolve-groups.ts';
import {
  createWordForms,
  type QueryWords,
  readQueryWords,
  type WordForms,
  withoutFillers,
} from './word-forms.ts';

/** The words of a query, and the stems that a title about it can start with. */
type OrderedWords = QueryWords & { readonly openers: readonly string[] };

/** Returns true if the words are adjacent in a title. */
function holdsRun(title: readonly string[], words: readonly string[]): boolean {
  for (let start = 0; start + words.length <= title.length; start++) {
    let held = 0;
    while (held < words.length && title[start + held] === words[held]) held++;
    if (held === words.length) return true;
  }
  return false;
}

/** Returns the highest value of `weighTitle` for any title. */
export const mostTitleWeight = ({ quoted, stems }: OrderedWords) =>
  (quoted.length > 0 ? titleBoosts.quoted : 0) +
  (stems.length > 1 ? titleBoosts.neighbours : 0) +
  titleBoosts.first;

/** Returns 1 if a title starts with one of the words, less the later it comes, and 0 without one. */
function weighPlace(title: readonly string[], words: readonly string[]): number {
  const place = title.findIndex((word) => words.includes(stem(word)));
  return place === -1 ? 0 : 1 / (place + 1);
}

/** Returns the bonus for the word order of a model's title, as a share of the best possible score. */
export function weighTitle(segment: Segment, doc: number, { stems, quoted, openers }: OrderedWords): number {
  const words = splitWords(titleOf(segment, doc));
  const first = titleBoosts.first * weighPlace(words, openers);
  const isOrdered = stems.length > 1;
  if (!isOrdered && quoted.length === 0) return first;
  const title = words.map(stem);
  const found = quoted.filter((phrase) => holdsRun(title, phrase)).length;
  let neighbours = 0;
  for (let at = 1; at < stems.length; at++) if (holdsRun(title, stems.slice(at - 1, at + 1))) neighbours++;
  const ordered = isOrdered ? neighbours / (stems.length - 1) : 0;
  const quote = titleBoosts.quoted * (found / Math.max(1, quoted.length));
  return first + titleBoosts.neighbours * ordered + quote;
}

/** The words of a query in one segment, and its models that have all of them. */
type Whole = {
  readonly one: SearchedSegment;
  readonly groups: readonly Group[];
  readonly matches: Matches;
};

/** Lists the words without one of them, for each word that the others can do without. */
function listParts(groups: readonly Group[], worths: readonly number[]): Group[][] {
  const least = nearMatches.leastShare * worths.reduce((sum, worth) => sum + worth, 0);
  return groups.flatMap((_, lacking) => {
    const isKept = (_: unknown, index: number) => index !== lacking;
    const worth = worths.filter(isKept).reduce((sum, one) => sum + one, 0);
    const part = groups.filter(isKept);
    const isQuick = Math.min(...part.map(sizeOf)) <= nearMatches.mostRead;
    return worth >= least && isQuick ? [part] : [];
  });
}

/** Returns models that lack one word, with their scores scaled down by the share of words that they have. */
function findNear({ one, groups, matches }: Whole, worths: readonly number[]): Map<number, number> {
  const known = new Set(matches.docs.subarray(0, matches.length));
  const near = new Map<number, number>();
  for (const part of listParts(groups, worths)) {
    const { docs, scores, length } = one.matcher.all(part);
    for (let at = 0; at < length; at++) {
      const doc = docs[at] ?? 0;
      const isOut = known.has(doc) || one.dead?.[doc] === 1;
      if (!isOut) near.set(doc, ((scores[at] ?? 0) * part.length) / groups.length);
    }
  }
  return near;
}

function merge({ docs, scores, length }: Matches, near: ReadonlyMap<number, number>): Matches {
  const all = new Map(near);
  for (let at = 0; at < length; at++) all.set(docs[at] ?? 0, scores[at] ?? 0);
  const merged = Uint32Array.from(all.keys()).sort();
  return {
    docs: merged,
    scores: Float32Array.from(merged, (doc) => all.get(doc) ?? 0),
    length: merged.length,
  };
}

/** Copies matches, as a matcher's result is only valid until its next call. */
const copy = (matches: Matches): Matches => merge(matches, new Map());

function keepOthers({ docs, scores, length }: Matches, isOut: (doc: number) => boolean): Matches {
  const places = [...docs.subarray(0, length).keys()].filter((place) => !isOut(docs[place] ?? 0));
  return {
    docs: Uint32Array.from(places, (place) => docs[place] ?? 0),
    scores: Float32Array.from(places, (place) => scores[place] ?? 0),
    length: places.length,
  };
}

/** Adds models that lack one word if few have all words and few lack one; `worths` is the most that each word adds. */
function addNearMatches(segments: readonly Whole[], worths: readonly number[]): readonly Matches[] {
  const found = segments.reduce((sum, { matches }) => sum + matches.length, 0);
  if (found === 0 || found >= nearMatches.fewest || worths.length < 2)
    return segments.map(({ matches }) => matches);
  const whole = segments.map((one) => ({ ...one, matches: copy(one.matches) }));
  const kept = whole.map(({ matches }) => matches);
  const near = whole.map((one) => findNear(one, worths));
  const added = near.reduce((sum, { size }) => sum + size, 0);
  return added > nearMatches.most
    ? kept
    : kept.map((matches, index) => merge(matches, near[index] ?? new Map()));
}

/** A text's matches in each segment. `best` is the highest score from words alone. */
export type WordMatches = {
  readonly query: OrderedWords;
  readonly found: readonly Matches[];
  /** Set if a segment's matches are those of a head: the head, and its models that no longer count. */
  readonly bases: readonly (Basis | null)[];
  readonly corrections: readonly Correction[];
  readonly best: number;
};

/** Lists models with a word, or with the words of a phrase adjacent in their title. */
function listHolders(one: SearchedSegment, phrase: readonly string[], groups: readonly Group[]): Set<number> {
  const { docs, length } = one.matcher.all(groups);
  const found = new Set(docs.subarray(0, length));
  if (phrase.length === 1) return found;
  const isSaid = (doc: number) => holdsRun(splitWords(titleOf(one.segment, doc)).map(stem), phrase);
  return new Set([...found].filter(isSaid));
}

const none = new Uint32Array(0);

/** Removes dead models from matches, and returns them. */
function removeDead(matches: Matches, dead: Uint8Array | null): Uint32Array {
  if (dead === null) return none;
  const { docs, scores, length } = matches;
  const removed = growUint32();
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const doc = docs[at] ?? 0;
    if (dead[doc] === 1) {
      removed.push(doc);
      continue;
    }
    docs[kept] = doc;
    scores[kept++] = scores[at] ?? 0;
  }
  matches.length = kept;
  return removed.view();
}

/** Hashes of a title's or category's words, and the highest score from words. */
type Names = { readonly title: number; readonly categories: readonly number[]; readonly best: number };

/** Raises models whose title or category equals the query. */
function raiseNamed(
  { docs, scores, length }: Matches,
  { segment, namedCategories }: SearchedSegment,
  { title, categories, best }: Names,
) {
  let place = 0;
  for (const doc of findTitles(segment, title)) {
    place = seek({ docs, to: length }, place, doc);
    if (place < length && docs[place] === doc) scores[place] = (scores[place] ?? 0) + best * titleBoosts.same;
  }
  const named = namedCategories(categories);
  if (named === null) return;
  const less = best * categoryBoost;
  for (let at = 0; at < length; at++)
    if (named[segment.categories[docs[at] ?? 0] ?? 0] === 1) scores[at] = (scores[at] ?? 0) + less;
}

/** Marks the matches of a group, for a filter to choose from; null if there are few, or none that count. */
function matchMarked(one: SearchedSegment, group: Group, names: Names): Matches | null {
  const found = one.matcher.mark(group);
  const isLeft = (doc: number) => one.dead?.[doc] !== 1;
  if (found === null || !group.some(({ docs, from, to }) => docs.subarray(from, to).some(isLeft)))
    return null;
  const scoresOf: typeof found.scoresOf = (chosen) => {
    const scores = found.scoresOf(chosen);
    raiseNamed({ ...chosen, scores }, one, names);
    return scores;
  };
  return { docs: none, scores: new Float32Array(0), length: 1, marked: { ...found, scoresOf } };
}

const heaviest = (group: Group) => group.reduce((most, { weight }) => Math.max(most, weight), 0);

/** Matches with all words; if these are few, also without one of them; then with typos; then with any word. */
export function createMatchWords(searched: readonly SearchedSegment[], synonyms: Synonyms) {
  const vocabularies = searched.map(({ vocabulary }) => vocabulary);
  const wordForms = createWordForms(vocabularies, synonyms);
  const resolve = createResolve(searched);

  /** Returns the hashes of the category names that the whole query stands for, by its words or their synonyms. */
  const nameCategories = ({ stems, titleHash }: QueryWords): number[] => {
    const others = synonyms.find(stems, 0).filter(({ length }) => length === stems.length);
    return [titleHash, ...others.flatMap(({ phrases }) => phrases.map(hashWords))];
  };

  const run = (query: QueryWords, isForgiving: boolean, isAny: boolean, isFiltered = false): WordMatches => {
    const written = wordForms.find(query, isForgiving);
    // If no model has the words, the query may describe a thing.
    const described = isAny ? wordForms.describe(query) : null;
    const forms =
      described === null
        ? written
        : [...written.filter((_, at) => !isFiller(query.words[at] ?? '')), described];
    const groups = searched.map((one) => resolve(one, forms));
    const bests = forms.map((_, index) => Math.max(...groups.map((group) => heaviest(group[index] ?? []))));
    const best = bests.reduce((sum, one) => sum + one, 0) * 0xffff;
    const names = { title: query.titleHash, categories: nameCategories(query), best };
    const prefix = forms.length === 1 ? (forms[0]?.prefix ?? null) : null;
    const whole = searched.map((one, index): Whole & { readonly basis: Basis | null } => {
      const own = groups[index] ?? [];
      const marked = isFiltered && own.length === 1 ? matchMarked(one, own[0] ?? [], names) : null;
      if (marked !== null) return { one, groups: own, matches: marked, basis: null };
      const matches = isAny ? one.matcher.any(own) : one.matcher.all(own);
      const missing = removeDead(matches, one.dead);
      raiseNamed(matches, one, names);
      const head =
        prefix === null ? null : one.findHead(own[0] ?? [], one.vocabulary.termsWithPrefix(prefix));
      return { one, groups: own, matches, basis: head && { head, missing } };
    });
    const isWhole = isAny || query.quoted.length > 0;
    const found = isWhole ? whole.map(({ matches }) => matches) : addNearMatches(whole, bests);
    const bases = whole.map(({ basis }) => basis);
    const corrections = forms
      .map((one, index) => ({ from: query.words[index] ?? '', to: one.corrections }))
      .filter(({ to }) => to.length > 0);
    return { query: { ...query, openers: wordForms.listOpeners(query) }, found, bases, corrections, best };
  };

  const asForms = (exact: string): WordForms => ({
    ...{ exact, others: [], together: [], adjacent: [], prefix: null, corrections: [] },
  });
  const exclude = (matched: WordMatches): WordMatches => {
    const { excluded } = matched.query;
    if (excluded.length === 0) return matched;
    const found = matched.found.map(copy).map((matches, index) => {
      const one = searched[index];
      if (one === undefined) return matches;
      const holders = excluded.map((phrase) => listHolders(one, phrase, resolve(one, phrase.map(asForms))));
      return keepOthers(matches, (doc) => holders.some((some) => some.has(doc)));
    });
    return { ...matched, found, bases: matched.bases.map(() => null) };
  };

  return {
    /** Returns an upper bound of the postings to read for one known word and its forms; infinite for any other text. */
    weigh(text: string): number {
      const query = readQueryWords(text);
      const [word = ''] = query?.words ?? [];
      const [exact = ''] = query?.stems ?? [];
      // A short prefix has too many words to be scanned here.
      const isSimple = query?.words.length === 1 && word.length > 3 && wordForms.frequency(exact) > 0;
      return isSimple ? wordForms.weigh(query) : Number.POSITIVE_INFINITY;
    },
    /** Returns null if the text has no words. Matches to be filtered can be marked instead of listed. */
    match(text: string, isFiltered: boolean): WordMatches | null {
      const read = readQueryWords(text);
      if (read === null) return null;
      const query = withoutFillers(read, wordForms.frequency);
      const isFound = ({ found }: WordMatches) => found.some(({ length }) => length > 0);
      const exact = run(query, false, false, isFiltered && query.excluded.length === 0);
      if (isFound(exact)) return exclude(exact);
      if (wordForms.hasDoubt(query)) {
        const forgiving = run(query, true, false);
        if (isFound(forgiving)) return exclude(forgiving);
      }
      return query.words.length === 1 ? exact : exclude(run(query, false, true));
    },
  };
}
