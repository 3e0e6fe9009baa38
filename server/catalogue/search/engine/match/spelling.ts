import { allowedSlips } from '../../analysis/edit-distance.ts';
import { stem } from '../../analysis/stem.ts';
import { countUses, type Vocabulary } from '../segment/vocabulary.ts';

const mostTypos = 12;
const mostSplits = 4;
const rareUses = 3;
const hasDigit = /\p{N}/u;
const digitsOf = (text: string) => text.replace(/\P{N}+/gu, '');

/** Knows, over all segments, which words there are and which lie near. */
export function createSpelling(vocabularies: readonly Vocabulary[]) {
  const { models, frequency } = countUses(vocabularies);

  return {
    frequency,
    /** A word of so few models may be a slip that somebody else made too. */
    isDoubtful: (text: string) => frequency(text) <= Math.max(rareUses, models / 10_000),
    hasPrefix: (text: string) => vocabularies.some((one) => one.wordsWithPrefix(text, 1).length > 0),
    /** Both halves of each way to cut a word in two known ones, the most used first. */
    splits(word: string, shortest: number): (readonly [string, string])[] {
      const isShort = (part: string) => part.length < shortest && !(shortest < 3 && hasDigit.test(part));
      const found: { texts: readonly [string, string]; uses: number }[] = [];
      for (let at = 1; at < word.length; at++) {
        const [left, right] = [word.slice(0, at), word.slice(at)];
        if (isShort(left) || isShort(right)) continue;
        const texts = [stem(left), stem(right)] as const;
        const uses = Math.min(frequency(texts[0]), frequency(texts[1]));
        if (uses > 0) found.push({ texts, uses });
      }
      return found
        .sort((a, b) => b.uses - a.uses)
        .slice(0, mostSplits)
        .map(({ texts }) => texts);
    },
    /** Known words within a slip or two; another digit is another part, not a slip. */
    typos(word: string): string[] {
      const limit = allowedSlips(word);
      const near =
        limit === 0 ? [] : vocabularies.flatMap((vocabulary) => vocabulary.near(word, limit, true));
      const least = Math.min(...near.map(({ slips }) => slips));
      return near
        .filter((found) => digitsOf(found.word) === digitsOf(word) && found.slips <= least + 1)
        .slice(0, mostTypos)
        .map(({ word: text }) => stem(text));
    },
  };
}
