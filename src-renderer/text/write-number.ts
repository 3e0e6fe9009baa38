/** Separators of thousands and fractions, as in Intl.NumberFormat for the languages of the texts. */
const signs: ReadonlyMap<string, { readonly group: string; readonly point: string }> = new Map([
  ['en', { group: ',', point: '.' }],
  ['de', { group: '.', point: ',' }],
]);

/** Beyond this, JavaScript switches to exponents. */
const largest = 1e15;

/**
 * Formats a number with this many decimals. The first number that Intl formats takes a phone more than 50 ms, and every
 * page shows one.
 */
export function writeNumber(value: number, language: string, digits = 0): string {
  const found = signs.get(language);
  if (found === undefined || !(Math.abs(value) < largest))
    return new Intl.NumberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, found.group);
  const written = fraction === undefined ? grouped : `${grouped}${found.point}${fraction}`;
  return value < 0 || Object.is(value, -0) ? `-${written}` : written;
}
