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

/** Returns a key equal for a file's other spellings: case, Unicode form, backslashes, percent-encoding, a query. */
export const toLooseKey = (path: string): string =>
  toPathKey(decodePercent(path.replaceAll('\\', '/').replace(/\?.*$/s, '')));

/** The same for the file name alone. */
export const toLooseName = (path: string): string => {
  const key = toLooseKey(path);
  return key.slice(key.lastIndexOf('/') + 1);
};
