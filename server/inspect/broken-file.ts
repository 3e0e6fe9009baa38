import { mapTexts, type Sentence, sayOf, textOf, type Value, type Words } from '../contract/sentence.ts';

/** Why a file is broken; the message continues a sentence that starts with the file's name. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
  readonly reason: Words;
  constructor(reason: Words) {
    super(textOf(reason));
    this.reason = reason;
  }
}

const numbers = new Intl.NumberFormat('en-US');
const longestQuote = 200;

export function formatCount(count: number | bigint): string {
  return numbers.format(count);
}

/** Text quoted from a file, shortened and without invisible characters. */
function tidy(quoted: string): string {
  const text = quoted.slice(0, 2 * longestQuote).replaceAll(/\p{C}+/gu, ' ');
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote).toWellFormed()}…`;
}

/** The sentence about a broken file, or about whatever else is broken. */
export const describeProblem = (file: Value, reason: Words): Sentence =>
  mapTexts(sayOf({ file }, reason), tidy);
