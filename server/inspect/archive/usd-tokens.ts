import { BrokenFile } from '../broken-file.ts';
import { type ByteSource, copyRange } from '../byte-source.ts';
import { inflateLz4 } from './inflate-lz4.ts';

const magic = 'PXR-USDC';
const headerBytes = 24;
const sectionBytes = 32;
const mostSections = 64;
const largestBytes = 64 * 1024 * 1024;
/** From this version of the format on everything is compressed. */
const compressedSince = 4;

type Section = { readonly offset: number; readonly bytes: number };

/** A copy of a range that must be there. */
export function viewRange(source: ByteSource, offset: number, length: number): DataView {
  const bytes = copyRange(source, offset, length);
  if (bytes.length < length) throw new BrokenFile('is truncated inside its scene. Export it again.');
  return new DataView(bytes.buffer);
}

/** Numbers of sections, sizes and places. */
export function readInteger(view: DataView, at: number): number {
  const value = view.getBigInt64(at, true);
  if (value < 0n || value > 2n ** 52n)
    throw new BrokenFile('has a damaged scene directory. Export it again.');
  return Number(value);
}

function readSections(source: ByteSource, tableOffset: number): ReadonlyMap<string, Section> {
  const count = readInteger(viewRange(source, tableOffset, 8), 0);
  if (count > mostSections) throw new BrokenFile('has a damaged scene directory. Export it again.');
  const table = viewRange(source, tableOffset + 8, count * sectionBytes);
  const found = new Map<string, Section>();
  for (let at = 0; at < table.byteLength; at += sectionBytes) {
    const section = { offset: readInteger(table, at + 16), bytes: readInteger(table, at + 24) };
    if (section.offset + section.bytes > source.size) {
      throw new BrokenFile('is truncated inside its scene. Export it again.');
    }
    const name = Buffer.from(table.buffer, at, 16).toString('latin1');
    found.set(name.slice(0, name.indexOf('\0')), section);
  }
  return found;
}

function inflateChunks(packed: Uint8Array, unpackedBytes: number): Uint8Array {
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

/** A binary USD scene, opened as far as its directory. */
export type UsdCrate = {
  readonly source: ByteSource;
  /** The second number of its version; the first is 0 in all that there are. */
  readonly version: number;
  readonly isCompressed: boolean;
  readonly section: (name: string) => Section | null;
};

export function openUsdCrate(source: ByteSource): UsdCrate {
  const header = viewRange(source, 0, headerBytes);
  if (Buffer.from(header.buffer, 0, 8).toString('latin1') !== magic) {
    throw new BrokenFile('contains a scene that is not a USD file. Export it again.');
  }
  const [major, version] = [header.getUint8(8), header.getUint8(9)];
  const sections = readSections(source, readInteger(header, 16));
  return {
    source,
    version,
    isCompressed: major > 0 || version >= compressedSince,
    section: (name) => sections.get(name) ?? null,
  };
}

/** Unpacks so many bytes, which are packed into others; null when they are too many to be read. */
export function inflateRange(source: ByteSource, packed: Section, unpackedBytes: number): Uint8Array | null {
  if (Math.max(unpackedBytes, packed.bytes) > largestBytes) return null;
  const view = viewRange(source, packed.offset, packed.bytes);
  return inflateChunks(new Uint8Array(view.buffer), unpackedBytes);
}

/** The names of everything that a binary USD scene uses, each between NUL bytes; null when they are too many to be read. */
export function readUsdTokens({ source, isCompressed, section }: UsdCrate): Buffer | null {
  const tokens = section('TOKENS');
  if (tokens === null) throw new BrokenFile('contains a scene without names. Export it again.');
  const head = viewRange(source, tokens.offset, isCompressed ? headerBytes : 16);
  const unpackedBytes = readInteger(head, 8);
  const offset = tokens.offset + head.byteLength;
  if (unpackedBytes > largestBytes) return null;
  const names = isCompressed
    ? inflateRange(source, { offset, bytes: readInteger(head, 16) }, unpackedBytes)
    : new Uint8Array(viewRange(source, offset, unpackedBytes).buffer);
  return names && Buffer.concat([Buffer.of(0), names, Buffer.of(0)]);
}
