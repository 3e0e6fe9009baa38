import { decodePercent } from '../shared/loose-names.ts';

const absolutePath = /^(?:[a-z]:|\/)/i;
const scheme = /^[a-z][a-z0-9+.-]+:/i;
/** No file that is published has this character in its name. */
const query = /\?.*$/s;

/** No file of a model has a longer path; working on a text of megabytes could take minutes that nothing can end. */
export const longestReference = 4096;

/** The path that a scene file means, relative to it; the base name alone of a path on another machine; null for none. */
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

/** The same for a URI: percent-decoded, and null for one that carries its data or lives on the network. */
export function uriToReference(uri: string): string | null {
  if (uri.length > longestReference) return null;
  const trimmed = uri.trim().replace(query, '');
  if (/^file:/i.test(trimmed)) return toReference(decodePercent(trimmed.replace(/^file:\/*/i, '/')));
  const isDrive = /^[a-z]:[\\/]/i.test(trimmed);
  if (scheme.test(trimmed) && !isDrive) return null;
  return toReference(decodePercent(trimmed));
}

/** References in the order of their first mention, each once. */
export function listReferences(references: Iterable<string | null>): readonly string[] {
  return [...new Set(references)].filter((reference) => reference !== null);
}

const longestName = 200;

/** A material's name as it can be told; null: it has none. */
export function toMaterialName(written: unknown): string | null {
  const name = typeof written === 'string' ? written.trim() : '';
  return name === '' ? null : name.slice(0, longestName);
}
