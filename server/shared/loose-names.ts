import { toPathKey } from '../contract/relative-path.ts';

function decode(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Decodes what stands for letters in an address; other percent signs stay. */
export const decodePercent = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decode);

/**
 * Equal for a file and what another file calls it: in other letters, composed or not, with backslashes, percent-encoded, or with
 * a query.
 */
export const toLooseKey = (path: string): string =>
  toPathKey(decodePercent(path.replaceAll('\\', '/').replace(/\?.*$/s, '')));

/** The same for the bare name alone. */
export const toLooseName = (path: string): string => {
  const key = toLooseKey(path);
  return key.slice(key.lastIndexOf('/') + 1);
};
