import { mapTexts, type Sentence, sayOf, textOf, type Value, type Words } from '../contract/sentence.ts';

/** Says why a file is broken; the message continues a sentence that starts with the file's name. */
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

/** What a file quotes is cut, and freed of characters that cannot be shown. */
function tidy(quoted: string): string {
  const text = quoted.slice(0, 2 * longestQuote).replaceAll(/\p{C}+/gu, ' ');
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote).toWellFormed()}…`;
}

/** The sentence about a file, or about what else is broken. */
export const describeProblem = (file: Value, reason: Words): Sentence =>
  mapTexts(sayOf({ file }, reason), tidy);
