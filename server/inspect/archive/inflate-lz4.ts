import { BrokenFile } from '../broken-file.ts';

const complaint = 'contains damaged compressed data. Export it again.';
const extendedLength = 15;
const shortestMatch = 4;
/** A byte makes a match at most so much longer. */
const largestRatio = 255;

/** Unpacks one LZ4 block of at most `limit` bytes; the format is described at github.com/lz4/lz4/blob/dev/doc. */
export function inflateLz4(packed: Uint8Array, limit: number): Uint8Array {
  const output = new Uint8Array(Math.min(limit, packed.length * largestRatio));
  let read = 0;
  let written = 0;

  function readByte(): number {
    const byte = packed[read];
    if (byte === undefined) throw new BrokenFile(complaint);
    read += 1;
    return byte;
  }

  function readLength(short: number): number {
    let length = short;
    for (let more = short === extendedLength ? 255 : 0; more === 255; length += more) more = readByte();
    return length;
  }

  function copyLiterals(length: number): void {
    if (read + length > packed.length || written + length > output.length) throw new BrokenFile(complaint);
    output.set(packed.subarray(read, read + length), written);
    read += length;
    written += length;
  }

  function copyMatch(distance: number, length: number): void {
    if (distance === 0 || distance > written || written + length > output.length)
      throw new BrokenFile(complaint);
    for (let index = 0; index < length; index += 1)
      output[written + index] = output[written + index - distance] ?? 0;
    written += length;
  }

  while (read < packed.length) {
    const token = readByte();
    copyLiterals(readLength(token >> 4));
    if (read === packed.length) break;
    const distance = readByte() | (readByte() << 8);
    copyMatch(distance, readLength(token & 15) + shortestMatch);
  }
  return output.subarray(0, written);
}
