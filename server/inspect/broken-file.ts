/** Says why a file is broken; the message continues a sentence that starts with the file's name. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}

const numbers = new Intl.NumberFormat('en-US');
const longestReason = 300;
const longestQuote = 10_000;

export function formatCount(count: number | bigint): string {
  return numbers.format(count);
}

/** The sentence for a person; what it quotes of the file is cut, and freed of characters that cannot be shown. */
export function describeProblem(fileName: string, reason: string): string {
  const text = `${fileName} ${reason.slice(0, longestQuote)}`.replaceAll(/\p{C}+/gu, ' ');
  return text.length <= fileName.length + longestReason
    ? text
    : `${text.slice(0, fileName.length + longestReason).toWellFormed()}… Export it again.`;
}
