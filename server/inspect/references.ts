import { decodePercent } from '../shared/loose-names.ts';

const absolutePath = /^(?:[a-z]:|\/)/i;
const scheme = /^[a-z][a-z0-9+.-]+:/i;
/** No published file has this character in its name. */
const query = /\?.*$/s;

/** No model has longer paths, and processing megabytes of text could block for minutes. */
export const longestReference = 4096;

/** The path that a scene file refers to, relative to it; only the base name for absolute paths; null for none. */
export function toReference(written: string): string | null {
  if (written.length > longestReference) return null;
  const plain = written
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/^file:\/*/i, '/')
    .replace(query, '');
  const slashed = plain.replaceAll('\\', '/');
  const path = absolutePath.test(slashed) ? slashed.slice(slashed.lastIndexOf('/') + 1) : slashed;
  const relative = path.replace(/^(?:\.?\/+)+/, '').replace(/^[a-z]:/i, '');
  return relative === '' || relative.includes('\0') || relative.endsWith('/') ? null : relative;
}

/** The same for a URI, percent-decoded; null for data URIs and network addresses. */
export function uriToReference(uri: string): string | null {
  if (uri.length > longestReference) return null;
  const trimmed = uri.trim().replace(query, '');
  if (/^file:/i.test(trimmed)) return toReference(decodePercent(trimmed.replace(/^file:\/*/i, '/')));
  const isDrive = /^[a-z]:[\\/]/i.test(trimmed);
  if (scheme.test(trimmed) && !isDrive) return null;
  return toReference(decodePercent(trimmed));
}

/** Unique references, in order of first mention. */
export function listReferences(references: Iterable<string | null>): readonly string[] {
  return [...new Set(references)].filter((reference) => reference !== null);
}

const longestName = 200;

/** A material's name, shortened; null if it has none. */
export function toMaterialName(written: unknown): string | null {
  const name = typeof written === 'string' ? written.trim() : '';
  return name === '' ? null : name.slice(0, longestName);
}
