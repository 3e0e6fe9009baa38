import type { Vocabulary } from '../segment/vocabulary.ts';
import { readQueryWords } from './word-forms.ts';

const mostSuggestions = 5;
const farthest = 3;
const shortestStart = 3;

/** Offers texts near to one that matches nothing: each unknown word by its nearest known, or by the longest known start. */
export function createSuggest(vocabularies: readonly Vocabulary[]) {
  const nearest = (word: string): string[] => {
    const limit = Math.min(farthest, Math.floor(word.length / 2));
    const near = vocabularies
      .flatMap((vocabulary) => vocabulary.near(word, limit))
      .sort((a, b) => a.slips - b.slips)
      .map((found) => found.word);
    if (near.length > 0) return near.slice(0, mostSuggestions);
    for (let length = word.length - 1; length >= shortestStart; length--) {
      const words = vocabularies.flatMap((one) =>
        one.wordsWithPrefix(word.slice(0, length), mostSuggestions),
      );
      if (words.length > 0) return words;
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
