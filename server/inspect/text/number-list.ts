import { readInteger } from './read-integer.ts';

const blankLimit = 32;
const comma = 44;
const longestNumber = 64;

/** Parses integers separated by blanks or commas, across chunks, without creating strings. */
export function createNumberList(onNumber: (value: number) => void) {
  const word = new Uint8Array(longestNumber);
  let wordLength = 0;
  let count = 0;

  function endWord(): void {
    if (wordLength === 0) return;
    onNumber(readInteger(word, 0, wordLength) ?? Number.NaN);
    count += 1;
    wordLength = 0;
  }

  return {
    push(bytes: Uint8Array, start: number, end: number) {
      for (let at = start; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte <= blankLimit || byte === comma) endWord();
        else if (wordLength < longestNumber) {
          word[wordLength] = byte;
          wordLength += 1;
        }
      }
    },
    /** Ends the last number and returns how many there were; the list is empty afterwards. */
    finish() {
      endWord();
      const total = count;
      count = 0;
      return total;
    },
  };
}
