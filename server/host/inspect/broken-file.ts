/** Says why a file is broken; the message continues a sentence that starts with the file's name. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';
}

const numbers = new Intl.NumberFormat('en-US');

export function formatCount(count: number | bigint): string {
  return numbers.format(count);
}
