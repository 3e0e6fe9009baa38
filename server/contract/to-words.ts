/** Words of a name in lower case, separated by single spaces; a change from lower to upper case separates too. */
export const toWords = (name: string) =>
  name
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.\-+,()[\]]+/g, ' ')
    .trim()
    .toLowerCase();
