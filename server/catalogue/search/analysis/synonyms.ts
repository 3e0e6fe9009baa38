import { germanStem } from './german.ts';
import { splitWords, stem } from './tokenise.ts';

type Phrase = readonly string[];
type Synonym = { readonly length: number; readonly phrases: readonly Phrase[] };
export type Synonyms = ReturnType<typeof parseSynonyms>;

const longestPhrase = 4;
const toPhrase = (text: string): Phrase => splitWords(text).map(stem);

/** A line of a synonym file, as text and as pairs of stems. */
type Line = {
  /** Starts at 1. */
  readonly number: number;
  readonly text: string;
  readonly isOneWay: boolean;
  readonly pairs: readonly { readonly from: Meaning; readonly to: Meaning }[];
};
type Meaning = { readonly text: string; readonly phrase: Phrase };

const toMeanings = (list: string): Meaning[] =>
  list.split(',').map((text) => ({ text: text.trim(), phrase: toPhrase(text) }));

const isPair = (from: Phrase, to: Phrase) => from.length > 0 && from.length <= longestPhrase && to.length > 0;
const isSame = (from: Phrase, to: Phrase) => from.join(' ') === to.join(' ');

/** Yields all lines but comments; a line without effect has no pairs. */
function* readLines(file: string): Generator<Line> {
  for (const [index, whole] of file.split(/\r?\n/).entries()) {
    const text = whole.replace(/#.*/, '').trim();
    if (text === '') continue;
    const [left = '', right] = text.split('=>');
    const froms = toMeanings(left);
    const tos = right === undefined ? froms : toMeanings(right);
    const isOneWay = right !== undefined;
    // "lampe => lamp" helps "Lampen", although both have the same stem.
    const isNews = (from: Meaning, to: Meaning) =>
      !isSame(from.phrase, to.phrase) || (isOneWay && from.text !== to.text);
    const pairs = froms.flatMap((from) =>
      tos.filter((to) => isPair(from.phrase, to.phrase) && isNews(from, to)).map((to) => ({ from, to })),
    );
    yield { number: index + 1, text, isOneWay, pairs };
  }
}

function readMeanings(file: string) {
  const known = new Map<string, Phrase[]>();
  /** By the German stem of a whole word, and by the word itself. */
  const german = new Map<string, Phrase[]>();
  const add = (to: Map<string, Phrase[]>, key: string, phrase: Phrase) =>
    to.set(key, [...(to.get(key) ?? []), phrase]);
  for (const { pairs, isOneWay } of readLines(file))
    for (const { from, to } of pairs) {
      if (!isSame(from.phrase, to.phrase)) add(known, from.phrase.join(' '), to.phrase);
      const [word = '', ...others] = splitWords(from.text);
      if (!isOneWay || others.length > 0) continue;
      for (const key of new Set([`=${word}`, germanStem(word)])) add(german, key, to.phrase);
    }
  return { known, german };
}

/**
 * Parses a synonym file. Each line is a comma-separated list of words or phrases with the same meaning, or `a, b => c,
 * d` where only the left finds the right; `#` starts a comment. Lines without effect are skipped. Parsing waits for the
 * first query, to keep startup short.
 */
export function parseSynonyms(file: string) {
  let meanings: ReturnType<typeof readMeanings> | null = null;
  const read = () => {
    meanings ??= readMeanings(file);
    return meanings;
  };
  return {
    /** Returns the meanings of a German word in any form, from the one-way lines. */
    findGerman(word: string) {
      const { german } = read();
      return (
        german.get(`=${word}`) ?? german.get(germanStem(word)) ?? german.get(`=${germanStem(word)}`) ?? []
      );
    },
    /** Returns synonyms of the words that start at `start`, longest known phrase first. Words and phrases are stems. */
    find(words: readonly string[], start: number) {
      const { known } = read();
      const found: Synonym[] = [];
      for (let length = Math.min(longestPhrase, words.length - start); length > 0; length--) {
        const phrases = known.get(words.slice(start, start + length).join(' '));
        if (phrases) found.push({ length, phrases });
      }
      return found;
    },
  };
}

/** Synonyms for words of a query, and the line that they come from. */
export type Expansion = { readonly words: string; readonly means: string[]; readonly line: number };

/** Explains what a synonym file does to a query, in the file's spelling; `idle` lists lines without effect. */
export function explainSynonyms(file: string, query: string) {
  const asked = ` ${splitWords(query).map(stem).join(' ')} `;
  const expansions: Expansion[] = [];
  const idle: { line: number; text: string }[] = [];
  for (const { number: line, text, pairs } of readLines(file)) {
    if (pairs.length === 0) idle.push({ line, text });
    const heard = pairs.filter(({ from }) => asked.includes(` ${from.phrase.join(' ')} `));
    for (const [words, those = []] of Map.groupBy(heard, ({ from }) => from.text))
      expansions.push({ words, means: [...new Set(those.map(({ to }) => to.text))], line });
  }
  return { expansions, idle };
}
