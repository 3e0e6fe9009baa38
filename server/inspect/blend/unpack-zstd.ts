import { zstdDecompressSync } from 'node:zlib';
import { type ByteSource, copyRange, createMemorySource } from '../byte-source.ts';

/** The seek table at the end of files compressed by Blender: Zstandard's "seekable format". */
const table = { footerBytes: 9, headBytes: 8, magic: 0x8f92eab1, hasChecksums: 0x80 } as const;

type Frame = { readonly packedBytes: number; readonly sizeBytes: number };

function readFrames(source: ByteSource): Frame[] {
  const footer = Buffer.from(copyRange(source, source.size - table.footerBytes, table.footerBytes));
  if (footer.length < table.footerBytes || footer.readUInt32LE(5) !== table.magic)
    throw new Error('there is no table of frames');
  const count = footer.readUInt32LE(0);
  const entryBytes = (footer.readUInt8(4) & table.hasChecksums) === 0 ? 8 : 12;
  const start = source.size - table.footerBytes - count * entryBytes;
  if (start < table.headBytes) throw new Error('the table of frames is longer than the file');
  const entries = Buffer.from(copyRange(source, start, count * entryBytes));
  return Array.from({ length: count }, (_, index) => ({
    packedBytes: entries.readUInt32LE(index * entryBytes),
    sizeBytes: entries.readUInt32LE(index * entryBytes + 4),
  }));
}

/** Unpacks a file compressed by Blender, up to `mostBytes`; throws if it is larger or in another format. */
export function unpackZstd(source: ByteSource, mostBytes: number): ByteSource {
  const frames = readFrames(source);
  const sizeBytes = frames.reduce((sum, frame) => sum + frame.sizeBytes, 0);
  if (sizeBytes > mostBytes) throw new Error('it is too large to be unpacked in memory');
  const parts: Buffer[] = [];
  let offset = 0;
  for (const frame of frames) {
    const packed = copyRange(source, offset, frame.packedBytes);
    parts.push(zstdDecompressSync(packed, { maxOutputLength: Math.max(frame.sizeBytes, 1) }));
    offset += frame.packedBytes;
  }
  return createMemorySource(Buffer.concat(parts));
}
