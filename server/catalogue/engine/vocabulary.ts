import { editDistance, letterMask } from '../analysis/edit-distance.ts';
import { readText, type Segment, stemOnly } from './segment.ts';

export type Found = { readonly word: string; readonly term: number };
export type NearWord = Found & { readonly slips: number };

const countBits = (value: number) => {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Finds words in the sorted word list of a segment. */
export function createVocabulary(segment: Segment) {
  const { wordBytes, wordOffsets, wordTerms, wordMasks, postingOffsets } = segment;
  const size = wordTerms.length;

  /** The sign of the listed word minus `bytes`; with `isPrefix`, 0 for every word that begins with them. */
  const compare = (index: number, bytes: Uint8Array, isPrefix: boolean) => {
    const start = wordOffsets[index] ?? 0;
    const length = (wordOffsets[index + 1] ?? 0) - start;
    const shared = Math.min(length, bytes.length);
    for (let at = 0; at < shared; at++) {
      const difference = (wordBytes[start + at] ?? 0) - (bytes[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return isPrefix && length >= bytes.length ? 0 : length - bytes.length;
  };
  const firstNotBelow = (bytes: Uint8Array, isPrefix: boolean, isAfter: boolean) => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const sign = compare(middle, bytes, isPrefix);
      if (sign < 0 || (isAfter && sign === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const termAt = (index: number) => ((wordTerms[index] ?? 0) & ~stemOnly) >>> 0;
  const isWord = (index: number) => (wordTerms[index] ?? 0) < stemOnly;
  const frequency = (term: number) => (postingOffsets[term + 1] ?? 0) - (postingOffsets[term] ?? 0);

  return {
    models: segment.facts.models,
    frequency,
    /** The term of a word or stem, or -1. */
    termOf(text: string): number {
      const bytes = Buffer.from(text);
      const index = firstNotBelow(bytes, false, false);
      return index < size && compare(index, bytes, false) === 0 ? termAt(index) : -1;
    },
    /** The terms of all words that begin with a text. */
    termsWithPrefix(text: string): ReadonlySet<number> {
      const bytes = Buffer.from(text);
      const end = firstNotBelow(bytes, true, true);
      const terms = new Set<number>();
      for (let index = firstNotBelow(bytes, true, false); index < end; index++)
        if (isWord(index)) terms.add(termAt(index));
      return terms;
    },
    /** The first words that begin with a text. */
    wordsWithPrefix(text: string, most: number): string[] {
      const bytes = Buffer.from(text);
      const words: string[] = [];
      for (let index = firstNotBelow(bytes, true, false); index < size && words.length < most; index++) {
        if (compare(index, bytes, true) !== 0) break;
        if (isWord(index)) words.push(readText(wordBytes, wordOffsets, index));
      }
      return words;
    },
    /** Words within `limit` slips of one: nearest first, then most used. */
    near(word: string, limit: number): NearWord[] {
      const mask = letterMask(word);
      const bytes = Buffer.byteLength(word);
      const found: NearWord[] = [];
      for (let index = 0; index < size; index++) {
        const other = wordMasks[index] ?? 0;
        if (countBits(mask & ~other) > limit || countBits(other & ~mask) > limit) continue;
        const length = (wordOffsets[index + 1] ?? 0) - (wordOffsets[index] ?? 0);
        if (Math.abs(length - bytes) > limit * 4 || !isWord(index)) continue;
        const text = readText(wordBytes, wordOffsets, index);
        const slips = editDistance(word, text, limit);
        if (slips > 0 && slips <= limit) found.push({ word: text, term: termAt(index), slips });
      }
      return found.sort((a, b) => a.slips - b.slips || frequency(b.term) - frequency(a.term));
    },
  };
}
export type Vocabulary = ReturnType<typeof createVocabulary>;
