const space = 32;
const tab = 9;

export function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

/** First position from `start` that is not a blank, or `end`. */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(bytes[at])) at += 1;
  return at;
}

/** First position from `start` that is a blank, or `end`. */
export function skipWord(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && !isBlank(bytes[at])) at += 1;
  return at;
}

/** Whether the word at `start` is `word`, which is lower-case, in any case. */
export function isWordAt(bytes: Uint8Array, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (((bytes[start + index] ?? 0) | 0x20) !== word.charCodeAt(index)) return false;
  }
  return true;
}
