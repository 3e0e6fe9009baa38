import type { Synonyms } from '../../analysis/synonyms.ts';
import { categoryBoost, titleBoosts } from '../../weights.ts';
import type { Basis } from '../facets/count-facets.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { growUint32 } from '../segment/growing.ts';
import { type Group, type Matches, seek } from '../segment/sources.ts';
import { findTitles, hashWords } from '../segment/title-hash.ts';
import { addNearMatches, type Whole } from './near-matches.ts';
import type { OrderedWords } from './order-titles.ts';
import { type QueryWords, readQueryWords } from './query-words.ts';
import { createResolve } from './resolve-groups.ts';
import { createWordForms } from './word-forms.ts';

/** What a text matches in each segment. `best` is the score that no model can pass by its words alone. */
export type WordMatches = {
  readonly query: OrderedWords;
  readonly found: readonly Matches[];
  /** Where a segment's matches are those of a head: it, and those that count no more. */
  readonly bases: readonly (Basis | null)[];
  readonly best: number;
};

const none = new Uint32Array(0);

/** Takes away what is dead; returns it. */
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

/** Hashes of the words in a title or the name of a category, and the most that words can score. */
type Names = { readonly title: number; readonly categories: readonly number[]; readonly best: number };

/** Raises the models whose title or category is the query. */
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

const heaviest = (group: Group) => group.reduce((most, { weight }) => Math.max(most, weight), 0);

/** Matches texts against segments: all words first, next to few of those all but one, then with slips, then any word. */
export function createMatchWords(searched: readonly SearchedSegment[], synonyms: Synonyms) {
  const vocabularies = searched.map(({ vocabulary }) => vocabulary);
  const wordForms = createWordForms(vocabularies, synonyms);
  const resolve = createResolve(searched);

  /** What a category is called that the whole query names, by its own words or by what they stand for. */
  const nameCategories = ({ stems, titleHash }: QueryWords): number[] => {
    const others = synonyms.find(stems, 0).filter(({ length }) => length === stems.length);
    return [titleHash, ...others.flatMap(({ phrases }) => phrases.map(hashWords))];
  };

  const run = (query: QueryWords, isForgiving: boolean, isAny: boolean): WordMatches => {
    const forms = wordForms.find(query, isForgiving);
    const groups = searched.map((one) => resolve(one, forms));
    const bests = query.words.map((_, index) =>
      Math.max(...groups.map((group) => heaviest(group[index] ?? []))),
    );
    const best = bests.reduce((sum, one) => sum + one, 0) * 0xffff;
    const names = { title: query.titleHash, categories: nameCategories(query), best };
    const prefix = forms.length === 1 ? (forms[0]?.prefix ?? null) : null;
    const whole = searched.map((one, index): Whole & { readonly basis: Basis | null } => {
      const own = groups[index] ?? [];
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
    return { query: { ...query, openers: wordForms.listOpeners(query) }, found, bases, best };
  };

  return {
    vocabularies,
    /** The most models that one known word and its forms can read; unknown for any other text. */
    weigh(text: string): number {
      const query = readQueryWords(text);
      const [word = ''] = query?.words ?? [];
      const [exact = ''] = query?.stems ?? [];
      // A short beginning has too many words to be looked through here.
      const isSimple = query?.words.length === 1 && word.length > 3 && wordForms.frequency(exact) > 0;
      return isSimple ? wordForms.weigh(query) : Number.POSITIVE_INFINITY;
    },
    /** Null when the text holds no word. */
    match(text: string): WordMatches | null {
      const query = readQueryWords(text);
      if (query === null) return null;
      const isFound = ({ found }: WordMatches) => found.some(({ length }) => length > 0);
      const exact = run(query, false, false);
      if (isFound(exact)) return exact;
      if (wordForms.hasDoubt(query)) {
        const forgiving = run(query, true, false);
        if (isFound(forgiving)) return forgiving;
      }
      return query.words.length === 1 ? exact : run(query, false, true);
    },
  };
}
