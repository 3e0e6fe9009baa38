import { stem } from './stem.ts';
import { splitWords } from './tokenise.ts';

type Phrase = readonly string[];
export type Synonym = { readonly length: number; readonly phrases: readonly Phrase[] };
export type Synonyms = {
  /** What may stand for the words that begin at `start`: the longest known phrase first. Words and phrases are stems. */
  find(words: readonly string[], start: number): readonly Synonym[];
};

const longestPhrase = 4;
const toPhrase = (text: string): Phrase => splitWords(text).map(stem);

/**
 * Reads a synonym file: each line a comma list of words or phrases that mean the same, or `a, b => c, d` where only the
 * left finds the right; `#` begins a comment. Lines without any meaning are skipped.
 */
export function parseSynonyms(file: string): Synonyms {
  const known = new Map<string, Phrase[]>();
  const add = (from: Phrase, to: Phrase) => {
    const key = from.join(' ');
    if (from.length === 0 || from.length > longestPhrase || to.length === 0 || key === to.join(' ')) return;
    known.set(key, [...(known.get(key) ?? []), to]);
  };
  for (const line of file.split(/\r?\n/)) {
    const [left = '', right] = line.replace(/#.*/, '').split('=>');
    const from = left.split(',').map(toPhrase);
    const to = right === undefined ? from : right.split(',').map(toPhrase);
    for (const one of from) for (const other of to) add(one, other);
  }
  return {
    find: (words, start) => {
      const found: Synonym[] = [];
      for (let length = Math.min(longestPhrase, words.length - start); length > 0; length--) {
        const phrases = known.get(words.slice(start, start + length).join(' '));
        if (phrases) found.push({ length, phrases });
      }
      return found;
    },
  };
}
