import { allowedSlips } from '../analysis/edit-distance.ts';
import { stem } from '../analysis/stem.ts';
import type { Synonyms } from '../analysis/synonyms.ts';
import { formWeights } from '../ranking/weights.ts';
import type { QueryWords } from './query-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What may stand for a query word. Texts are stems or joined words; `together` are words that must all be there. */
export type WordForms = {
  readonly exact: string;
  readonly others: readonly { readonly text: string; readonly weight: number }[];
  readonly together: readonly { readonly texts: readonly string[]; readonly weight: number }[];
  /** Parts of a word that count only side by side in a title. */
  readonly adjacent: readonly (readonly string[])[];
  readonly prefix: string | null;
  readonly typos: readonly { readonly text: string; readonly weight: number }[];
};

type Draft = {
  others: { text: string; weight: number }[];
  together: { texts: readonly string[]; weight: number }[];
};

const mostJoined = 4;
const mostTypos = 12;
const mostSplits = 4;
const rareUses = 3;
const hasDigit = /\p{N}/u;

/** Knows, over all segments, which words there are. */
export function createWordForms(vocabularies: readonly Vocabulary[], synonyms: Synonyms) {
  const frequency = (text: string) =>
    vocabularies.reduce((sum, vocabulary) => {
      const term = vocabulary.termOf(text);
      return term < 0 ? sum : sum + vocabulary.frequency(term);
    }, 0);

  /** Both halves of each way to cut a word in two known ones, the most used first. */
  const splits = (word: string, shortest: number) => {
    const found: { texts: [string, string]; uses: number }[] = [];
    for (let at = 1; at < word.length; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at)];
      if ([left, right].some((part) => part.length < shortest && !(shortest < 3 && hasDigit.test(part))))
        continue;
      const texts: [string, string] = [stem(left), stem(right)];
      const uses = Math.min(frequency(texts[0]), frequency(texts[1]));
      if (uses > 0) found.push({ texts, uses });
    }
    return found.sort((a, b) => b.uses - a.uses).slice(0, mostSplits);
  };

  const typos = (word: string) => {
    const limit = allowedSlips(word);
    const near = limit === 0 ? [] : vocabularies.flatMap((vocabulary) => vocabulary.near(word, limit));
    const digitsOf = (text: string) => text.replace(/\P{N}+/gu, '');
    const least = Math.min(...near.map(({ slips }) => slips));
    // Another digit is another part, not a slip.
    return near
      .filter((found) => digitsOf(found.word) === digitsOf(word) && found.slips <= least + 1)
      .slice(0, mostTypos)
      .map(({ word: text, slips }) => ({
        text: stem(text),
        weight: slips === 1 ? formWeights.oneSlip : formWeights.twoSlips,
      }));
  };

  const addJoined = (drafts: readonly Draft[], words: readonly string[]) => {
    for (let start = 0; start < words.length; start++)
      for (let end = start + 2; end <= Math.min(words.length, start + mostJoined); end++) {
        const joined = words.slice(start, end).join('');
        for (const text of new Set([joined, stem(joined)]))
          if (frequency(text) > 0)
            for (const draft of drafts.slice(start, end))
              draft.others.push({ text, weight: formWeights.joined });
      }
  };
  const addSynonyms = (drafts: readonly Draft[], stems: readonly string[]) => {
    for (let start = 0; start < stems.length; start++)
      for (const { length, phrases } of synonyms.find(stems, start))
        for (const phrase of phrases)
          for (const draft of drafts.slice(start, start + length)) {
            const [only] = phrase;
            if (phrase.length === 1 && only !== undefined)
              draft.others.push({ text: only, weight: formWeights.synonym });
            else draft.together.push({ texts: phrase, weight: formWeights.synonym });
          }
  };

  /** A word in one of so many models or fewer may be a slip that somebody else made too. */
  const models = vocabularies.reduce((sum, vocabulary) => sum + vocabulary.models, 0);
  const isDoubtful = (text: string) => frequency(text) <= Math.max(rareUses, models / 10_000);

  /** The forms of each word; `isForgiving` looks for slips also in rare words, not only in those that nothing matches. */
  return (query: QueryWords, isForgiving: boolean): WordForms[] => {
    const drafts: Draft[] = query.words.map(() => ({ others: [], together: [] }));
    addJoined(drafts, query.words);
    addSynonyms(drafts, query.stems);
    return query.words.map((word, index) => {
      const draft = drafts[index] ?? { others: [], together: [] };
      const exact = query.stems[index] ?? word;
      const isKnown = frequency(exact) > 0;
      const isLast = index === query.words.length - 1;
      const canBePrefix = isLast && (word.length > 1 || !isKnown);
      const isForgiven = isForgiving && isDoubtful(exact);
      const prefix = canBePrefix || isForgiven ? word : null;
      const hasPrefix = prefix !== null && vocabularies.some((one) => one.termsWithPrefix(word).size > 0);
      const isFound = isKnown || hasPrefix || draft.others.some(({ text }) => frequency(text) > 0);
      const cuts = isFound ? [] : splits(word, 2);
      const together = [
        ...draft.together,
        ...cuts.map(({ texts }) => ({ texts, weight: formWeights.split })),
      ];
      const needsTypos = isForgiven || (!isFound && cuts.length === 0);
      return {
        exact,
        others: draft.others,
        together,
        adjacent: isKnown ? splits(word, 3).map(({ texts }) => texts) : [],
        prefix: hasPrefix ? prefix : null,
        typos: needsTypos ? typos(word) : [],
      };
    });
  };
}
export type FindForms = ReturnType<typeof createWordForms>;
