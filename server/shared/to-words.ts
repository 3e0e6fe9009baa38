/** Most names are ASCII, which needs a simpler pattern. */
const isAscii = /^[\x20-\x7e]*$/;

/** Returns a name's words in lower case, separated by single spaces. A capital after a lower-case letter splits. */
export const toWords = (name: string) =>
  (isAscii.test(name)
    ? name.replace(/([a-z])([A-Z])/g, '$1 $2')
    : name.normalize('NFC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  )
    .replace(/[\s_.\-+,()[\]]+/g, ' ')
    .trim()
    .toLowerCase();
