import {
  createSlipCounter,
  digitBits,
  editDistance,
  letterMask,
  oddBits,
} from '../../analysis/edit-distance.ts';
import { createDeadUses } from './dead-uses.ts';
import { type Growing32, growUint32 } from './growing.ts';
import { readText, type Segment, stemOnly } from './segment.ts';

/** A range of consecutive terms. */
type TermRun = readonly [first: number, last: number];
type TermRuns = {
  readonly runs: readonly TermRun[];
  /** Sum of the number of models of each term. */
  readonly uses: number;
};

/** Joins consecutive terms into runs, except terms with more than `most` models, by `postingOffsets`. */
export function createTermRuns(postingOffsets: Uint32Array, most: number) {
  const marks = new Uint32Array(Math.ceil(postingOffsets.length / 32));
  const usesOf = (term: number) => (postingOffsets[term + 1] ?? 0) - (postingOffsets[term] ?? 0);

  /** Visits the marked terms in a range, ascending, and clears their marks. */
  const takeMarked = (least: number, greatest: number, visit: (term: number) => void) => {
    for (let word = least >>> 5; word <= greatest >>> 5; word++) {
      const bits = marks[word] ?? 0;
      marks[word] = 0;
      for (let left = bits; left !== 0; left &= left - 1) visit(word * 32 + 31 - Math.clz32(left & -left));
    }
  };
  return (terms: Uint32Array): TermRuns => {
    let [least, greatest] = [postingOffsets.length, 0];
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? 0;
      marks[term >>> 5] = (marks[term >>> 5] ?? 0) | (1 << (term & 31));
      if (term < least) least = term;
      if (term > greatest) greatest = term;
    }
    const runs: TermRun[] = [];
    let uses = 0;
    let first = -1;
    let last = -1;
    const endRun = () => {
      if (first >= 0) runs.push([first, last]);
      first = -1;
    };
    takeMarked(least, greatest, (term) => {
      const own = usesOf(term);
      uses += own;
      if (own > most || term !== last + 1) endRun();
      if (first < 0) first = term;
      last = term;
      if (own > most) endRun();
    });
    endRun();
    return { runs, uses };
  };
}

type Found = { readonly word: string; readonly term: number };
type NearWord = Found & { readonly slips: number };

const countBits = (value: number) => {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Quick test whether words with these letters can be within `limit` edits; an edit replaces one letter at most. */
const mayBeNear = (mask: number, other: number, limit: number) =>
  countBits(mask ^ other) <= 2 * limit &&
  countBits(mask & ~other) <= limit &&
  countBits(other & ~mask) <= limit;

/** The words with a prefix: their terms, and the range of their indexes. */
export type Begun = TermRuns & { readonly words: readonly [start: number, end: number] };

type Listed = { readonly indexes: Uint32Array; readonly masks: Uint32Array };

/** Groups words by length, those with digits separately; `odd` ones contain non-ASCII letters and are not grouped. */
function listByLength({ wordOffsets, wordTerms, wordMasks }: Segment) {
  const kindOf = (index: number): [kind: 0 | 1 | 2, length: number] => {
    const mask = wordMasks[index] ?? 0;
    if ((mask & oddBits) !== 0) return [2, 0];
    return [(mask & digitBits) === 0 ? 0 : 1, (wordOffsets[index + 1] ?? 0) - (wordOffsets[index] ?? 0)];
  };
  const lists: Growing32[][] = [[], [], [growUint32()]];
  for (let index = 0; index < wordTerms.length; index++) {
    if ((wordTerms[index] ?? 0) >= stemOnly) continue;
    const [kind, length] = kindOf(index);
    const ofKind = lists[kind] ?? [];
    while (ofKind.length <= length) ofKind.push(growUint32());
    ofKind[length]?.push(index);
  }
  const [plain = [], withDigits = [], [odd] = []] = lists.map((ofKind) =>
    ofKind.map((list): Listed => {
      const indexes = list.view().slice();
      return { indexes, masks: indexes.map((index) => wordMasks[index] ?? 0) };
    }),
  );
  return { plain, withDigits, odd: odd ?? { indexes: new Uint32Array(0), masks: new Uint32Array(0) } };
}

/** A term with a larger share of all models is not joined with its neighbours. */
const aloneShare = 1 / 256;

/** Opens a segment's sorted word list. Words are found and counted without `dead` models. */
export function openVocabulary(segment: Segment) {
  const { wordBytes, wordOffsets, wordTerms, wordMasks, postingOffsets } = segment;
  const size = wordTerms.length;

  /** Compares a listed word with `bytes`; with `isPrefix`, returns 0 for every word that starts with them. */
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
  const toRuns = createTermRuns(postingOffsets, segment.facts.models * aloneShare);

  let lengths: ReturnType<typeof listByLength> | null = null;
  /** Returns the lists of words that may be within `limit` edits, judged by length and digits. */
  const listNear = (word: string, limit: number, sameDigits: boolean): readonly Listed[] => {
    lengths ??= listByLength(segment);
    const { plain, withDigits, odd } = lengths;
    const [from, to] = [Math.max(0, word.length - limit), word.length + limit + 1];
    const isWithoutDigits = sameDigits && (letterMask(word) & digitBits) === 0;
    return [...plain.slice(from, to), ...(isWithoutDigits ? [] : withDigits.slice(from, to)), odd];
  };
  /** Counts the edits between a word and listed ones; any number above `limit` if there are more. */
  const createSlips = (word: string, limit: number) => {
    const countSlips = createSlipCounter(word);
    const bytes = Buffer.byteLength(word);
    return (index: number): number => {
      const [start, end] = [wordOffsets[index] ?? 0, wordOffsets[index + 1] ?? 0];
      if (Math.abs(end - start - bytes) > limit * 4) return limit + 1;
      const isPlain = ((wordMasks[index] ?? 0) & oddBits) === 0;
      if (isPlain && Math.abs(end - start - word.length) > limit) return limit + 1;
      if (isPlain && countSlips !== null) return countSlips(wordBytes, start, end);
      return editDistance(word, readText(wordBytes, wordOffsets, index), limit);
    };
  };

  type Near = { readonly sameDigits: boolean; readonly isUsed: (index: number) => boolean };
  const findNear = (word: string, limit: number, { sameDigits, isUsed }: Near): number[] => {
    const mask = letterMask(word);
    const places: number[] = [];
    for (const { indexes, masks } of listNear(word, limit, sameDigits))
      for (let at = 0; at < masks.length; at++)
        if (mayBeNear(mask, masks[at] ?? 0, limit)) places.push(indexes[at] ?? 0);
    return places.filter(isUsed).sort((a, b) => a - b);
  };

  return (dead: Uint8Array | null) => {
    const deadUses = dead && createDeadUses(segment, dead);
    const frequency = (term: number) =>
      (postingOffsets[term + 1] ?? 0) - (postingOffsets[term] ?? 0) - (deadUses?.of(term) ?? 0);
    const isUsed = (index: number) => isWord(index) && (deadUses === null || frequency(termAt(index)) > 0);
    const findPrefix = (text: string): Begun => {
      const bytes = Buffer.from(text);
      const start = firstNotBelow(bytes, true, false);
      const end = firstNotBelow(bytes, true, true);
      const terms = new Uint32Array(end - start);
      let count = 0;
      for (let index = start; index < end; index++) if (isWord(index)) terms[count++] = termAt(index);
      const found: Begun = { ...toRuns(terms.subarray(0, count)), words: [start, end] };
      if (deadUses === null) return found;
      const uses = found.runs.reduce((sum, [first, last]) => sum - deadUses.of(first, last), found.uses);
      return { ...found, uses };
    };
    /** Cached, as a query looks up the same prefix several times. */
    let lastPrefix: { readonly text: string; readonly found: Begun } | null = null;

    return {
      models: segment.facts.models - (deadUses?.models ?? 0),
      frequency,
      /** Returns the term of a word or stem; -1 if no model has it. */
      termOf(text: string): number {
        const bytes = Buffer.from(text);
        const index = firstNotBelow(bytes, false, false);
        if (index >= size || compare(index, bytes, false) !== 0) return -1;
        const term = termAt(index);
        return deadUses === null || frequency(term) > 0 ? term : -1;
      },
      termsWithPrefix(text: string): Begun {
        if (lastPrefix?.text !== text) lastPrefix = { text, found: findPrefix(text) };
        return lastPrefix.found;
      },
      wordsWithPrefix(text: string, most: number): string[] {
        const bytes = Buffer.from(text);
        const words: string[] = [];
        for (let index = firstNotBelow(bytes, true, false); index < size && words.length < most; index++) {
          if (compare(index, bytes, true) !== 0) break;
          if (isUsed(index)) words.push(readText(wordBytes, wordOffsets, index));
        }
        return words;
      },
      /** Returns words within `limit` edits, nearest first, then most used. `sameDigits` skips many with others. */
      near(word: string, limit: number, sameDigits = false): NearWord[] {
        const slipsTo = createSlips(word, limit);
        const found: NearWord[] = [];
        for (const index of findNear(word, limit, { sameDigits, isUsed })) {
          const slips = slipsTo(index);
          if (slips > 0 && slips <= limit)
            found.push({ word: readText(wordBytes, wordOffsets, index), term: termAt(index), slips });
        }
        return found.sort((a, b) => a.slips - b.slips || frequency(b.term) - frequency(a.term));
      },
    };
  };
}
export type Vocabulary = ReturnType<ReturnType<typeof openVocabulary>>;

/** Counts the models in all segments, and those that contain a word. */
export function countUses(vocabularies: readonly Vocabulary[]) {
  const models = vocabularies.reduce((sum, vocabulary) => sum + vocabulary.models, 0);
  const frequency = (text: string) =>
    vocabularies.reduce((sum, vocabulary) => {
      const term = vocabulary.termOf(text);
      return term < 0 ? sum : sum + vocabulary.frequency(term);
    }, 0);
  return { models, frequency };
}

/** Returns the rarity of something that `found` models have. */
export const inverseFrequency = (models: number, found: number) =>
  Math.log(1 + (models - found + 0.5) / (found + 0.5));
