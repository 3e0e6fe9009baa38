import { BrokenFile } from '../broken-file.ts';
import { type ByteSource, copyRange } from '../byte-source.ts';
import { inflateLz4 } from './inflate-lz4.ts';

const magic = 'PXR-USDC';
const headerBytes = 24;
const sectionBytes = 32;
const mostSections = 64;
const largestTokenBytes = 64 * 1024 * 1024;
/** From this version of the format on the tokens are compressed. */
const compressedSince = 4;

type Section = { readonly offset: number; readonly bytes: number };

function viewRange(source: ByteSource, offset: number, length: number): DataView {
  const bytes = copyRange(source, offset, length);
  if (bytes.length < length) throw new BrokenFile('is truncated inside its scene. Export it again.');
  return new DataView(bytes.buffer);
}

function readInteger(view: DataView, at: number): number {
  const value = view.getBigInt64(at, true);
  if (value < 0n || value > 2n ** 52n)
    throw new BrokenFile('has a damaged scene directory. Export it again.');
  return Number(value);
}

function findTokenSection(source: ByteSource, tableOffset: number): Section | null {
  const count = readInteger(viewRange(source, tableOffset, 8), 0);
  if (count > mostSections) throw new BrokenFile('has a damaged scene directory. Export it again.');
  const table = viewRange(source, tableOffset + 8, count * sectionBytes);
  for (let at = 0; at < table.byteLength; at += sectionBytes) {
    const section = { offset: readInteger(table, at + 16), bytes: readInteger(table, at + 24) };
    if (section.offset + section.bytes > source.size) {
      throw new BrokenFile('is truncated inside its scene. Export it again.');
    }
    if (Buffer.from(table.buffer, at, 7).toString('latin1') === 'TOKENS\0') return section;
  }
  return null;
}

function inflateTokens(packed: Uint8Array, unpackedBytes: number): Uint8Array {
  const chunks = packed[0] ?? 0;
  if (chunks === 0) return inflateLz4(packed.subarray(1), unpackedBytes);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const parts: Uint8Array[] = [];
  let at = 1;
  let rest = unpackedBytes;
  for (let chunk = 0; chunk < chunks && at + 4 <= packed.length; chunk += 1) {
    const length = view.getUint32(at, true);
    const part = inflateLz4(packed.subarray(at + 4, at + 4 + length), rest);
    parts.push(part);
    rest -= part.length;
    at += 4 + length;
  }
  return Buffer.concat(parts);
}

/** The names of everything that a binary USD scene uses, each between NUL bytes; null when they are too many to be read. */
export function readUsdTokens(source: ByteSource): Buffer | null {
  const header = viewRange(source, 0, headerBytes);
  if (Buffer.from(header.buffer, 0, 8).toString('latin1') !== magic) {
    throw new BrokenFile('holds a scene that is no USD file. Export it again.');
  }
  const isCompressed = header.getUint8(8) > 0 || header.getUint8(9) >= compressedSince;
  const section = findTokenSection(source, readInteger(header, 16));
  if (section === null) throw new BrokenFile('holds a scene without names. Export it again.');
  const head = viewRange(source, section.offset, isCompressed ? headerBytes : 16);
  const unpackedBytes = readInteger(head, 8);
  const packedBytes = isCompressed ? readInteger(head, 16) : unpackedBytes;
  if (Math.max(unpackedBytes, packedBytes) > largestTokenBytes) return null;
  const packed = copyRange(source, section.offset + head.byteLength, packedBytes);
  if (packed.length < packedBytes) throw new BrokenFile('is truncated inside its scene. Export it again.');
  const tokens = isCompressed ? inflateTokens(packed, unpackedBytes) : packed;
  return Buffer.concat([Buffer.of(0), tokens, Buffer.of(0)]);
}
