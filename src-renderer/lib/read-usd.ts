/** Dollars and whole cents that a person typed, like `12.50` or `$12`; null when it is not an amount. */
export function readUsd(text: string): number | null {
  const digits = /^\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
