import { splitWords, stem } from '../../analysis/tokenise.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { termSource, titleOf } from '../segment/segment.ts';
import { readQueryWords } from './word-forms.ts';

const mostSuggestions = 5;
const shortestStart = 3;
const shortestWord = 3;
/** Number of models to check for one that is named by a word. */
const mostLookedAt = 50;

/** With two edits, a short word is a different word. A suggestion may be farther away than a correction. */
const farthest = ({ length }: string) => (length < shortestWord ? 0 : length < 6 ? 1 : length < 8 ? 2 : 3);

/** Suggests similar queries for no matches: unknown words become the nearest known, or those with the longest known prefix. */
export function createSuggest(searched: readonly SearchedSegment[]) {
  /** Returns true if a title or category contains the word; a word found only in descriptions is not a name. */
  const isName = (word: string): boolean => {
    const own = stem(word);
    const has = (text: string | null | undefined) => splitWords(text ?? '').some((one) => stem(one) === own);
    return searched.some(({ segment, vocabulary, matcher }) => {
      const term = vocabulary.termOf(own);
      if (term < 0 || word.length < shortestWord) return false;
      const { docs, length } = matcher.all([[termSource(segment, 1, term)]]);
      const looked = [...docs.subarray(0, Math.min(length, mostLookedAt))];
      return looked.some(
        (doc) =>
          has(titleOf(segment, doc)) || has(segment.facts.categories[segment.categories[doc] ?? 0]?.name),
      );
    });
  };
  const nearest = (word: string): string[] => {
    const near = searched
      .flatMap(({ vocabulary }) => vocabulary.near(word, farthest(word)))
      .sort((a, b) => a.slips - b.slips)
      .map((found) => found.word)
      .filter(isName);
    if (near.length > 0) return near.slice(0, mostSuggestions);
    for (let length = word.length - 1; length >= shortestStart; length--) {
      const words = searched
        .flatMap(({ vocabulary }) => vocabulary.wordsWithPrefix(word.slice(0, length), mostLookedAt))
        .filter(isName);
      if (words.length > 0) return words.slice(0, mostSuggestions);
    }
    return [];
  };

  return (text: string): string[] => {
    const words = readQueryWords(text)?.words ?? [];
    const choices = words.map(nearest);
    const known = choices.filter((one) => one.length > 0);
    if (known.length === 0) return [];
    const count = Math.max(...known.map((one) => one.length));
    const texts = Array.from({ length: count }, (_, turn) =>
      known.map((one) => one[Math.min(turn, one.length - 1)] ?? '').join(' '),
    );
    return [...new Set(texts)].slice(0, mostSuggestions);
  };
}
