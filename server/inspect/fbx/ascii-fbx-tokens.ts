import { BrokenFile } from '../broken-file.ts';
import { createByteBuffer } from '../text/byte-buffer.ts';
import { decodeText } from '../text/decode-text.ts';

type FbxTokens = {
  readonly key: (name: string) => void;
  /** A bare word; the bytes are valid only during the call. */
  readonly word: (bytes: Uint8Array, start: number, end: number) => void;
  /** A quoted string, cut after 4096 bytes, because embedded data can be long. */
  readonly text: (value: string) => void;
  readonly openBrace: () => void;
  readonly closeBrace: () => void;
};

const longestText = 4096;
const longestWord = 65_536;
const endlessWord = 'has a word that never ends. Export it again.';
const blankLimit = 32;
const lineFeed = 10;
const carriageReturn = 13;
const [quote, comma, colon, semicolon, openingBrace, closingBrace] = [34, 44, 58, 59, 123, 125];
const marks = new Set([quote, comma, colon, semicolon, openingBrace, closingBrace]);
const markTable = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= blankLimit || marks.has(byte) ? 1 : 0,
);

export function createFbxTokenizer(tokens: FbxTokens) {
  const carry = createByteBuffer(longestWord, endlessWord);
  let mode: 'words' | 'text' | 'comment' = 'words';

  function readMark(byte: number): void {
    if (byte === quote) mode = 'text';
    else if (byte === semicolon) mode = 'comment';
    else if (byte === openingBrace) tokens.openBrace();
    else if (byte === closingBrace) tokens.closeBrace();
    else if (byte === 0) throw new BrokenFile('contains bytes that are not text. Export it again.');
  }

  function endWord(bytes: Uint8Array, start: number, end: number, mark: number): void {
    if (end === start) return;
    if (end - start > longestWord) throw new BrokenFile(endlessWord);
    if (mark === colon) tokens.key(decodeText(bytes.subarray(start, end)));
    else tokens.word(bytes, start, end);
  }

  function readWord(chunk: Buffer, start: number): number {
    let end = start;
    while (end < chunk.length && markTable[chunk[end] ?? 0] === 0) end += 1;
    if (end === chunk.length) {
      carry.append(chunk, start, end);
      return end;
    }
    const mark = chunk[end] ?? 0;
    if (carry.length() === 0) endWord(chunk, start, end, mark);
    else {
      carry.append(chunk, start, end);
      const word = carry.take();
      endWord(word, 0, word.length, mark);
    }
    readMark(mark);
    return end + 1;
  }

  function readText(chunk: Buffer, start: number): number {
    const found = chunk.indexOf(quote, start);
    const end = found === -1 ? chunk.length : found;
    carry.append(chunk, start, Math.min(end, start + longestText - carry.length()));
    if (found === -1) return end;
    mode = 'words';
    tokens.text(decodeText(carry.take()));
    return end + 1;
  }

  function readComment(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length && chunk[at] !== lineFeed && chunk[at] !== carriageReturn) at += 1;
    if (at < chunk.length) mode = 'words';
    return at;
  }

  return {
    push(bytes: Uint8Array): void {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < chunk.length; ) {
        if (mode === 'words') at = readWord(chunk, at);
        else at = mode === 'text' ? readText(chunk, at) : readComment(chunk, at);
      }
    },
    finish(): void {
      if (mode === 'text') throw new BrokenFile('is truncated: it ends inside a text. Export it again.');
      const word = carry.take();
      endWord(word, 0, word.length, lineFeed);
    },
  };
}
