import parseRange from 'range-parser';

export type ByteRange = { readonly start: number; readonly end: number };
type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'parts'; readonly ranges: readonly ByteRange[] }
  | { readonly kind: 'unsatisfiable' };

const most = 50;

/** A suffix longer than the file means the whole file (RFC 9110 section 14.1.2). */
const shortenSuffixes = (header: string, size: number) =>
  header.replace(/([=,]\s*)-(\d+)/g, (text, lead: string, length: string) =>
    Number(length) > size ? `${lead}-${size}` : text,
  );

/**
 * The ranges that a Range header requests of a file of `size` bytes; `end` is inclusive. Malformed headers and floods
 * of ranges get the whole file, as RFC 9110 section 14.2 allows; so does any range of an empty file, which caches also
 * fetch in slices.
 */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  if (size === 0 || header === undefined || !header.startsWith('bytes=')) return { kind: 'whole' };
  const parsed = parseRange(size, shortenSuffixes(header, size), { combine: true });
  if (parsed === -2) return { kind: 'whole' };
  if (parsed === -1) return { kind: 'unsatisfiable' };
  if (parsed.length > most) return { kind: 'whole' };
  return { kind: 'parts', ranges: [...parsed] };
}
