/** Encodes a list for PostgreSQL, to be read with `$1::text::text[]`. */
export const toArrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
