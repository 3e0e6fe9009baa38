/** A number for a sequence of words, never 0 (FNV-1a). */
export function hashWords(words: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    for (let index = 0; index < word.length; index++)
      hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ 32, 0x01000193);
  }
  return hash >>> 0 || 1;
}
