/** A list as PostgreSQL reads it from a text: `$1::text::text[]`. */
export const toArrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
