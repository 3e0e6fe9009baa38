import { toPathKey } from '../contract/relative-path.ts';

function decode(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Decodes percent-encoded letters; other percent signs stay. */
export const decodePercent = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decode);

/**
 * Returns a key that is equal for a file and for the ways in which other files refer to it: in different case or
 * Unicode normalisation, with backslashes, percent-encoded, or with a query.
 */
export const toLooseKey = (path: string): string =>
  toPathKey(decodePercent(path.replaceAll('\\', '/').replace(/\?.*$/s, '')));

/** The same for the file name alone. */
export const toLooseName = (path: string): string => {
  const key = toLooseKey(path);
  return key.slice(key.lastIndexOf('/') + 1);
};
