import { BrokenFile } from '../broken-file.ts';
import { createByteBuffer } from './byte-buffer.ts';

type OnLine = (bytes: Uint8Array, start: number, end: number) => void;

const longestLineBytes = 16 * 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Calls `onLine` with the range of every non-empty line; line ends are LF, CR LF or CR. The bytes are valid only during
 * the call. Throws BrokenFile for NUL bytes and for lines over 16 MiB.
 */
export function createLineScanner(onLine: OnLine) {
  const carry = createByteBuffer(longestLineBytes, 'has a line longer than 16 MiB. Export it again.');

  function emit(bytes: Uint8Array, start: number, end: number): void {
    if (carry.length() === 0) {
      if (end > start) onLine(bytes, start, end);
      return;
    }
    carry.append(bytes, start, end);
    const line = carry.take();
    onLine(line, 0, line.length);
  }

  /** Returns the start of the unfinished last line. */
  function scanFeeds(chunk: Buffer): number {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      emit(chunk, start, end);
      start = end + 1;
    }
    return start;
  }

  function scanReturns(chunk: Buffer): number {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte > carriageReturn || (byte !== lineFeed && byte !== carriageReturn)) continue;
      emit(chunk, start, at);
      start = at + 1;
    }
    return start;
  }

  return {
    push(bytes: Uint8Array) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (chunk.includes(0)) throw new BrokenFile('contains bytes that are not text. Export it again.');
      const start = chunk.includes(carriageReturn) ? scanReturns(chunk) : scanFeeds(chunk);
      if (start < chunk.length) carry.append(chunk, start, chunk.length);
    },
    /** Passes on the last line if no line end follows it; returns whether there was one. */
    finish() {
      const hasRest = carry.length() > 0;
      const line = carry.take();
      if (hasRest) onLine(line, 0, line.length);
      return hasRest;
    },
  };
}
