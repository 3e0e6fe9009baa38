/** Parses dollars and whole cents that a user typed, like `12.50` or `$12`; null if it is not an amount. */
export function readUsd(text: string): number | null {
  const digits = /^\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
