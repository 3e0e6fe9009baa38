/** Most names are ASCII, which needs a simpler pattern. */
const isAscii = /^[\x20-\x7e]*$/;

/**
 * Returns the words of a name in lower case, separated by single spaces; a change from lower to upper case also
 * separates words.
 */
export const toWords = (name: string) =>
  (isAscii.test(name)
    ? name.replace(/([a-z])([A-Z])/g, '$1 $2')
    : name.normalize('NFC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  )
    .replace(/[\s_.\-+,()[\]]+/g, ' ')
    .trim()
    .toLowerCase();
