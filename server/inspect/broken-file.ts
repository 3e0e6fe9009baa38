import { type Sentence, sayOf, textOf, type Value, type Words } from '../contract/sentence.ts';

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
function tidy(value: Value): Value {
  if (typeof value === 'number') return value;
  if (typeof value === 'object') return { key: value.key, values: mapValues(value.values, tidy) };
  const text = value.slice(0, 2 * longestQuote).replaceAll(/\p{C}+/gu, ' ');
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote).toWellFormed()}…`;
}

const mapValues = (values: Sentence['values'], map: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** The sentence about a file, or about what else is broken. */
export function describeProblem(file: Value, reason: Words): Sentence {
  const { key, values } = sayOf({ file }, reason);
  return { key, values: mapValues(values, tidy) };
}
