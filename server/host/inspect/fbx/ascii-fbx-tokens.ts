import { BrokenFile } from '../broken-file.ts';
import { decodeText } from '../text/decode-text.ts';

export type FbxTokens = {
  readonly key: (name: string) => void;
  /** A bare word; the bytes are valid during the call only. */
  readonly word: (bytes: Uint8Array, length: number) => void;
  readonly text: (value: string) => void;
  readonly openBrace: () => void;
  readonly closeBrace: () => void;
};

const longestToken = 4096;
const blankLimit = 32;
const lineFeed = 10;
const carriageReturn = 13;
const [quote, comma, colon, semicolon, openingBrace, closingBrace] = [34, 44, 58, 59, 123, 125];

/** Splits ASCII FBX into tokens; the rest of a token over 4096 bytes, such as embedded data, is passed over. */
export function createFbxTokenizer(tokens: FbxTokens) {
  const token = new Uint8Array(longestToken);
  let length = 0;
  let mode: 'words' | 'text' | 'comment' = 'words';

  function endWord(): void {
    if (length > 0) tokens.word(token, length);
    length = 0;
  }

  function takeToken(): string {
    const taken = decodeText(token.subarray(0, length));
    length = 0;
    return taken;
  }

  function readMark(byte: number): void {
    if (byte === colon) {
      if (length > 0) tokens.key(takeToken());
      return;
    }
    endWord();
    if (byte === quote) mode = 'text';
    else if (byte === semicolon) mode = 'comment';
    else if (byte === openingBrace) tokens.openBrace();
    else if (byte === closingBrace) tokens.closeBrace();
    else if (byte === 0) throw new BrokenFile('holds bytes that are no text. Export it again.');
  }

  function isMark(byte: number): boolean {
    return (
      byte <= blankLimit ||
      byte === comma ||
      byte === colon ||
      byte === quote ||
      byte === semicolon ||
      byte === openingBrace ||
      byte === closingBrace
    );
  }

  function keep(byte: number): void {
    if (length === longestToken) return;
    token[length] = byte;
    length += 1;
  }

  function readTextByte(byte: number): void {
    if (byte !== quote) keep(byte);
    else {
      mode = 'words';
      tokens.text(takeToken());
    }
  }

  function readByte(byte: number): void {
    if (mode === 'words') {
      if (isMark(byte)) readMark(byte);
      else keep(byte);
    } else if (mode === 'text') readTextByte(byte);
    else if (byte === lineFeed || byte === carriageReturn) mode = 'words';
  }

  return {
    push(chunk: Uint8Array): void {
      for (const byte of chunk) readByte(byte);
    },
    finish(): void {
      if (mode === 'text') throw new BrokenFile('is truncated: it ends inside a text. Export it again.');
      endWord();
    },
  };
}
