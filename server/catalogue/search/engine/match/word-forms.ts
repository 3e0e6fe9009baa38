import { rememberSome } from '../../../../base/cache/remember.ts';
import { isFiller, type Meant } from '../../analysis/concepts.ts';
import { allowedSlips } from '../../analysis/edit-distance.ts';
import { type Meanings, splitCompound } from '../../analysis/german.ts';
import type { Synonyms } from '../../analysis/synonyms.ts';
import { splitWords, stem, withoutPlural } from '../../analysis/tokenise.ts';
import { formWeights } from '../../weights.ts';
import { hashWords } from '../segment/title-hash.ts';
import { countUses, type Vocabulary } from '../segment/vocabulary.ts';
import { concepts } from './concept-file.ts';

export type QueryWords = {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** Stems of each quotation. */
  readonly quoted: readonly (readonly string[])[];
  /** Stems of words and phrases that a model must not contain. */
  readonly excluded: readonly (readonly string[])[];
  readonly titleHash: number;
};

/** Further words are ignored. */
const mostWords = 24;
const quotations = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/g;

/** A word or quotation after a minus that follows a space; "t-shirt" and "10 - 12" exclude nothing. */
const exclusions = /(?<=^|\s)[-−](?:["“„]([^"“”]+)["“”]|(\p{L}[\p{L}\p{N}]*)(?=\s|$))/gu;

const listPhrases = (found: Iterable<RegExpExecArray>) =>
  [...found]
    .map(([, ...parts]) => splitWords(parts.join(' ')).map(stem))
    .filter((phrase) => phrase.length > 0);

/** Parses a query; null without a word. A query of exclusions only is read as plain words. */
export function readQueryWords(text: string): QueryWords | null {
  const given = text.slice(0, 2000);
  const wanted = given.replace(exclusions, ' ');
  const isPlain = splitWords(wanted).length === 0;
  const words = splitWords(isPlain ? given : wanted).slice(0, mostWords);
  if (words.length === 0) return null;
  const stems = words.map(stem);
  return {
    ...{ words, stems, titleHash: hashWords(stems) },
    quoted: listPhrases((isPlain ? given : wanted).matchAll(quotations)),
    excluded: isPlain ? [] : listPhrases(given.matchAll(exclusions)),
  };
}

/** German words that name nothing. */
const fillers = new Set(
  'mit und fur ein eine einen einem einer eines aus zum zur vom der das dem den des im'.split(' '),
);

/** Removes German fillers, unless models contain them: in a German library they are part of titles. */
export function withoutFillers(query: QueryWords, frequency: (text: string) => number): QueryWords {
  const isKept = (word: string) => !fillers.has(word) || frequency(stem(word)) > 0;
  const words = query.words.filter(isKept);
  if (words.length === 0 || words.length === query.words.length) return query;
  const stems = words.map(stem);
  return { ...query, words, stems, titleHash: hashWords(stems) };
}

const mostTypos = 12;
const mostNamed = 3;
const mostSplits = 4;
const shortestHalf = 2;
const rareUses = 3;
const hasDigit = /\p{N}/u;
const digitsOf = (text: string) => text.replace(/\P{N}+/gu, '');

/** Looks up, over all segments, which words exist and which are similar. */
function createSpelling(vocabularies: readonly Vocabulary[]) {
  const { models, frequency } = countUses(vocabularies);

  return {
    frequency,
    /** True for words of so few models that they may be a common typo. */
    isDoubtful: (text: string) => frequency(text) <= Math.max(rareUses, models / 10_000),
    hasPrefix: (text: string) => vocabularies.some((one) => one.wordsWithPrefix(text, 1).length > 0),
    /** Splits a word into two known ones in every way, most used first. */
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
    /** Returns known words within one or two edits. A different digit is a different part, not a typo. */
    typos(word: string): string[] {
      const limit = allowedSlips(word);
      const asked = [...new Set([word, withoutPlural(word)])];
      const near =
        limit === 0
          ? []
          : vocabularies.flatMap((one) => asked.flatMap((form) => one.near(form, limit, true)));
      const least = Math.min(...near.map(({ slips }) => slips));
      return near
        .filter((found) => digitsOf(found.word) === digitsOf(word) && found.slips <= least + 1)
        .slice(0, mostTypos)
        .map(({ word: text }) => text);
    },
  };
}

type WeighedText = { readonly text: string; readonly weight: number };

/** Alternatives for a query word. Texts are stems or joined words; all words of `together` must match. */
export type WordForms = {
  readonly exact: string;
  readonly others: readonly WeighedText[];
  readonly together: readonly { readonly texts: readonly string[]; readonly weight: number }[];
  /** Parts of a word that only count if adjacent in a title. */
  readonly adjacent: readonly (readonly string[])[];
  readonly prefix: string | null;
  /** What was searched instead of a word that no model contains. */
  readonly corrections: readonly string[];
};

type Draft = {
  /** True if models contain the word itself. */
  readonly isKnown: boolean;
  others: WeighedText[];
  together: { texts: readonly string[]; weight: number }[];
};

const mostJoined = 4;
/** Cache size, as a query looks up each of its words several times. */
const mostTranslated = 100;

/** `whole`: what a word means; `head`: what it is a kind of. */
type Translation = { readonly whole: Meanings; readonly head: Meanings };

function addPhrase(draft: Omit<Draft, 'isKnown'>, texts: readonly string[], weight: number) {
  const [only] = texts;
  const words = texts.join(' ');
  if (texts.length !== 1 || only === undefined) {
    if (draft.together.every((one) => one.texts.join(' ') !== words)) draft.together.push({ texts, weight });
  } else if (draft.others.every(({ text }) => text !== only)) draft.others.push({ text: only, weight });
}

/** Finds alternatives for the words of a query, over all segments. */
export function createWordForms(vocabularies: readonly Vocabulary[], synonyms: Synonyms) {
  const { frequency, isDoubtful, hasPrefix, splits, typos } = createSpelling(vocabularies);

  const addJoined = (drafts: readonly Draft[], words: readonly string[]) => {
    const addText = (from: number, to: number, text: string) => {
      if (frequency(text) === 0) return;
      for (const draft of drafts.slice(from, to)) draft.others.push({ text, weight: 1 });
    };
    for (let start = 0; start < words.length; start++)
      for (let end = start + 2; end <= Math.min(words.length, start + mostJoined); end++) {
        const joined = words.slice(start, end).join('');
        for (const text of new Set([joined, stem(joined)])) addText(start, end, text);
      }
  };
  /** Adds synonyms. They replace a word that no model contains, and count little beside a known one. */
  const addSynonyms = (drafts: readonly Draft[], stems: readonly string[]) => {
    for (const start of stems.keys())
      for (const { length, phrases } of synonyms.find(stems, start))
        for (const draft of drafts.slice(start, start + length))
          for (const phrase of phrases) addPhrase(draft, phrase, draft.isKnown ? formWeights.synonym : 1);
  };
  /** True if models contain all words of a phrase. */
  const isSaid = (phrase: readonly string[]) => phrase.every((text) => frequency(text) > 0);
  /** Translates a German word that no model contains to English. */
  const translate = rememberSome<Translation>(mostTranslated, (word) => {
    const whole = synonyms.findGerman(word);
    if (whole.some(isSaid)) return { whole, head: [] };
    // A compound of two words of the library means those two.
    if (splits(word, shortestHalf).length > 0) return { whole: [], head: [] };
    const compounds = splitCompound(word, {
      find: synonyms.findGerman,
      own: (part) => (part.length > 3 && frequency(stem(part)) > 0 ? stem(part) : null),
    });
    return {
      whole: compounds.flatMap((one) => one.whole),
      head: compounds.flatMap((one) => one.head),
    };
  });
  const addGerman = (drafts: readonly Draft[], words: readonly string[]) => {
    for (const [at, draft] of drafts.entries()) {
      if (draft.isKnown) continue;
      const { whole, head } = translate(words[at] ?? '');
      for (const phrase of whole) addPhrase(draft, phrase, 1);
      for (const phrase of head) addPhrase(draft, phrase, formWeights.head);
    }
  };
  /** True if models contain a word or one of its alternatives. */
  const isAnswered = ({ isKnown, others, together }: Draft) =>
    isKnown || others.some(({ text }) => isSaid([text])) || together.some(({ texts }) => isSaid(texts));
  /** Other meanings of an English noun that models contain. */
  const listNear = rememberSome<readonly Meant[]>(mostTranslated, (word) => concepts().near(word, isSaid));
  /** Adds things of similar meaning for a word without any other alternative; returns the nearest. */
  const addConcepts = (word: string, draft: Draft): string[] => {
    const near = isAnswered(draft) ? [] : listNear(word);
    for (const { stems, weight } of near) addPhrase(draft, stems, weight);
    return near.slice(0, mostNamed).map(({ text }) => text);
  };
  type Place = {
    readonly exact: string;
    readonly isLast: boolean;
    readonly isForgiving: boolean;
    readonly named: string[];
  };
  /** Returns the most used words, one per stem. */
  const pickUsed = (words: readonly string[]): string[] =>
    [...new Map(words.map((word) => [stem(word), word])).values()]
      .sort((one, other) => frequency(stem(other)) - frequency(stem(one)))
      .slice(0, mostNamed);
  const complete = (word: string, draft: Draft, place: Place): WordForms => {
    const { isKnown, others, together } = draft;
    const { exact, isLast, isForgiving, named } = place;
    const isForgiven = isForgiving && isDoubtful(exact);
    const mayBeUnfinished = isForgiven || (isLast && (word.length > 1 || !isKnown));
    const prefix = mayBeUnfinished && hasPrefix(word) ? word : null;
    const isFound = prefix !== null || isAnswered(draft);
    // An approximate meaning does not rule out a compound of two words of the library.
    const cuts = isFound && named.length === 0 ? [] : splits(word, shortestHalf);
    const slips = isForgiven || (!isFound && cuts.length === 0) ? typos(word) : [];
    const halves = cuts.map((texts) => ({ texts, weight: 1 }));
    return {
      exact,
      others: [...others, ...slips.map((text) => ({ text: stem(text), weight: 1 }))],
      together: [...together, ...halves],
      adjacent: isKnown ? splits(word, 3) : [],
      prefix,
      corrections: isFound ? named : pickUsed(slips),
    };
  };

  const find = (query: QueryWords, isForgiving: boolean): WordForms[] => {
    const { words, stems } = query;
    const drafts: Draft[] = stems.map((own) => ({ isKnown: frequency(own) > 0, others: [], together: [] }));
    addJoined(drafts, words);
    addSynonyms(drafts, stems);
    addGerman(drafts, words);
    return drafts.map((draft, index) => {
      const word = words[index] ?? '';
      const isLast = index === words.length - 1;
      const exact = stems[index] ?? word;
      // The last word can be unfinished.
      const named = isLast && hasPrefix(word) ? [] : addConcepts(word, draft);
      return complete(word, draft, { exact, isLast, isForgiving, named });
    });
  };
  const isGerman = (word: string) =>
    frequency(stem(word)) === 0 && Object.values(translate(word)).some(({ length }) => length > 0);
  /** Returns the things that an English text describes, as alternatives of a single word, or null. */
  const describe = ({ words }: QueryWords): WordForms | null => {
    const meant = words.some(isGerman) ? [] : concepts().describe(words, isSaid);
    if (meant.length === 0) return null;
    const draft: Omit<Draft, 'isKnown'> = { others: [], together: [] };
    for (const { stems, weight } of meant) addPhrase(draft, stems, weight * formWeights.described);
    for (const word of words.filter((one) => !isFiller(one)))
      for (const { stems, weight } of listNear(word)) addPhrase(draft, stems, weight);
    return { exact: '', ...draft, adjacent: [], prefix: null, corrections: [] };
  };
  const countPrefix = (prefix: string | null) =>
    prefix === null ? 0 : vocabularies.reduce((sum, one) => sum + one.termsWithPrefix(prefix).uses, 0);
  const weighForms = ({ exact, others, together, adjacent, prefix }: WordForms): number => {
    const texts = [exact, ...others.map(({ text }) => text)];
    const rarest = [...together.map(({ texts: all }) => all), ...adjacent].map((all) =>
      Math.min(...all.map(frequency)),
    );
    return [...texts.map(frequency), ...rarest].reduce((sum, one) => sum + one, countPrefix(prefix));
  };

  return {
    frequency,
    /** Returns the number of models with any form of the words, counted once per form. */
    weigh: (query: QueryWords) => find(query, false).reduce((sum, forms) => sum + weighForms(forms), 0),
    /** Returns stems that a title about the query can start with; for a word that no model has, also its meanings. */
    listOpeners: ({ words, stems }: QueryWords): readonly string[] =>
      stems.flatMap((own, start) => {
        if (frequency(own) > 0) return [own];
        const alone = synonyms.find(stems, start).filter(({ length }) => length === 1);
        const meant = [...alone.flatMap(({ phrases }) => phrases), ...translate(words[start] ?? '').whole];
        return [own, ...meant.flatMap((phrase) => phrase.slice(0, 1))];
      }),
    /** True if allowing typos in rare words could find more. */
    hasDoubt: ({ stems }: QueryWords) => stems.some(isDoubtful),
    describe,
    /** Finds the forms of each word; `isForgiving` also allows typos in rare words, not only in unmatched ones. */
    find,
  };
}
