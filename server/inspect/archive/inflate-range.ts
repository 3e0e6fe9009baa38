import { pipeline } from 'node:stream/promises';
import { createInflate, createInflateRaw, inflateRawSync, inflateSync } from 'node:zlib';
import { BrokenFile } from '../broken-file.ts';
import { type ByteSource, copyRange } from '../byte-source.ts';

type DeflatedRange = {
  readonly offset: number;
  readonly length: number;
  readonly format: 'zlib' | 'raw';
  readonly unpackedBytes: number;
};

const largestAtOnce = 8 * 1024 * 1024;
const pieceBytes = 256 * 1024;
const complaint = 'contains damaged compressed data. Export it again.';

function toBrokenFile(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE' ? new BrokenFile(complaint) : error;
}

function inflateAtOnce(source: ByteSource, range: DeflatedRange): Uint8Array {
  const packed = copyRange(source, range.offset, range.length);
  const options = { maxOutputLength: range.unpackedBytes + 1 };
  try {
    return range.format === 'raw' ? inflateRawSync(packed, options) : inflateSync(packed, options);
  } catch (error) {
    throw toBrokenFile(error);
  }
}

function* copyPieces(source: ByteSource, range: DeflatedRange): Generator<Uint8Array> {
  for (let at = 0; at < range.length; at += pieceBytes) {
    yield copyRange(source, range.offset + at, Math.min(pieceBytes, range.length - at));
  }
}

/** Inflates in pieces, in bounded memory; throws BrokenFile unless it yields exactly `unpackedBytes`. */
export async function inflateRange(
  source: ByteSource,
  range: DeflatedRange,
  visit: (bytes: Uint8Array) => void,
): Promise<void> {
  let unpacked = 0;
  function take(bytes: Uint8Array): void {
    unpacked += bytes.length;
    if (unpacked > range.unpackedBytes) throw new BrokenFile(complaint);
    visit(bytes);
  }

  if (Math.max(range.length, range.unpackedBytes) <= largestAtOnce) take(inflateAtOnce(source, range));
  else {
    const inflate = range.format === 'raw' ? createInflateRaw() : createInflate();
    const consume = async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) take(piece);
    };
    await pipeline(copyPieces(source, range), inflate, consume).catch((error: unknown) => {
      throw toBrokenFile(error);
    });
  }
  if (unpacked !== range.unpackedBytes) throw new BrokenFile(complaint);
}
