const foldsCase = (letter: string): string => {
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
  const single = [...cases].filter((one) => [...one].length === 1);
  return single.length === 1 && !/[*?[]/.test(letter) ? letter : `[${single.join('')}]`;
};

/** Returns a GLOB pattern for values that contain a text in any case: SQLite's lower() and LIKE fold ASCII only. */
export const toContains = (text: string): string => `*${[...text].map(foldsCase).join('')}*`;
