import type { Synonyms } from '../analysis/synonyms.ts';
import { coordination, titleBoosts } from '../ranking/weights.ts';
import type { Group, Matches } from './matcher.ts';
import { type QueryWords, readQueryWords } from './query-words.ts';
import { createResolve } from './resolve-groups.ts';
import type { SearchedSegment } from './searched-segment.ts';
import { createWordForms } from './word-forms.ts';

/** What a text matches in each segment. `best` is the score that no model can pass by its words alone. */
export type WordMatches = {
  readonly query: QueryWords;
  readonly found: readonly Matches[];
  readonly best: number;
};

function removeDead({ docs, scores, length }: Matches, dead: Uint8Array | null): number {
  if (dead === null) return length;
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const doc = docs[at] ?? 0;
    if (dead[doc] === 1) continue;
    docs[kept] = doc;
    scores[kept++] = scores[at] ?? 0;
  }
  return kept;
}

function raiseSameTitles(
  { docs, scores, length }: Matches,
  hashes: Uint32Array,
  wanted: readonly [number, number],
) {
  const [hash, boost] = wanted;
  for (let at = 0; at < length; at++)
    if (hashes[docs[at] ?? 0] === hash) scores[at] = (scores[at] ?? 0) + boost;
}

const heaviest = (group: Group) => group.reduce((most, { weight }) => Math.max(most, weight), 0);

/** Matches texts against segments: all words first, then with slips, then any word. */
export function createMatchWords(searched: readonly SearchedSegment[], synonyms: Synonyms) {
  const vocabularies = searched.map(({ vocabulary }) => vocabulary);
  const wordForms = createWordForms(vocabularies, synonyms);
  const resolve = createResolve(searched);

  const run = (query: QueryWords, isForgiving: boolean, isAny: boolean): WordMatches => {
    const forms = wordForms.find(query, isForgiving);
    const groups = searched.map((one) => resolve(one, forms));
    const bests = query.words.map((_, index) =>
      Math.max(...groups.map((group) => heaviest(group[index] ?? []))),
    );
    const best = bests.reduce((sum, one) => sum + one, 0) * 0xffff;
    const found = searched.map(({ matcher, segment, dead }, index) => {
      const own = groups[index] ?? [];
      const matches = isAny ? matcher.any(own, coordination) : matcher.all(own);
      matches.length = removeDead(matches, dead);
      raiseSameTitles(matches, segment.titleHashes, [query.titleHash, best * titleBoosts.same]);
      return matches;
    });
    return { query, found, best };
  };

  return {
    vocabularies,
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
