import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { type ByteSource, copyRange } from '../byte-source.ts';
import { decodeText } from '../text/decode-text.ts';
import { createNameDecoder } from './decode-names.ts';

export type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly isLink: boolean;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly headerOffset: number;
};

const spanned = 'is one part of a split archive. Unpack all of them together into a folder here.';
const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const longestComment = 0xffff;
const largestDirectoryBytes = 64 * 1024 * 1024;
const truncated = 'is truncated: the directory at its end is missing. Export it again.';

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readUint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** Systems whose archives record file types. */
const isUnix = (system: number) => system === 3 || system === 19;
const fileKind = 0xf000;
const link = 0xa000;

type Place = { readonly offset: number; readonly bytes: number };

function readPlace64(source: ByteSource, locatorOffset: number): Place {
  const locator = viewOf(copyRange(source, Math.max(0, locatorOffset), 20));
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== locator64Signature)
    throw new BrokenFile(truncated);
  const end = viewOf(copyRange(source, readUint64(locator, 8), 56));
  if (end.byteLength < 56 || end.getUint32(0, true) !== end64Signature) throw new BrokenFile(truncated);
  return { offset: readUint64(end, 48), bytes: readUint64(end, 40) };
}

/** The end record of an archive and its offset; null if there is none. */
function findEnd(source: ByteSource) {
  const tailOffset = Math.max(0, source.size - endBytes - longestComment);
  const tail = viewOf(copyRange(source, tailOffset, source.size - tailOffset));
  for (let at = tail.byteLength - endBytes; at >= 0; at -= 1)
    if (tail.getUint32(at, true) === endSignature)
      return { end: new DataView(tail.buffer, tail.byteOffset + at), offset: tailOffset + at };
  return null;
}

function readPlace({ source, found }: { source: ByteSource; found: ReturnType<typeof findEnd> }): Place {
  if (found === null) throw new BrokenFile(truncated);
  const { end } = found;
  const bytes = end.getUint32(12, true);
  const offset = end.getUint32(16, true);
  const is64 = offset === 0xffffffff || bytes === 0xffffffff || end.getUint16(10, true) === 0xffff;
  return is64 ? readPlace64(source, found.offset - 20) : { offset, bytes };
}

/** Reads the extra field's 64-bit values: in fixed order, and only for fields whose 32-bit value is full. */
function readWideValues(extra: DataView, narrow: readonly number[]): readonly number[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    return narrow.map((value) => {
      if (value !== 0xffffffff || next + 8 > extra.byteLength) return value;
      next += 8;
      return readUint64(extra, next - 8);
    });
  }
  return narrow;
}

function readEntry(directory: Uint8Array, at: number) {
  const view = viewOf(directory.subarray(at));
  if (view.byteLength < entryBytes || view.getUint32(0, true) !== entrySignature) {
    throw new BrokenFile('has a damaged directory. Export it again.');
  }
  const extraStart = entryBytes + view.getUint16(28, true);
  const commentStart = extraStart + view.getUint16(30, true);
  const narrow = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)];
  const extra = viewOf(directory.subarray(at + extraStart, at + commentStart));
  const [unpackedBytes = 0, packedBytes = 0, headerOffset = 0] = readWideValues(extra, narrow);
  const entry: ZipEntry = {
    name: '',
    method: view.getUint16(10, true),
    isEncrypted: (view.getUint16(8, true) & 1) !== 0,
    isLink: isUnix(view.getUint8(5)) && (view.getUint16(40, true) & fileKind) === link,
    crc32: view.getUint32(16, true),
    packedBytes,
    unpackedBytes,
    headerOffset,
  };
  const name = directory.subarray(at + entryBytes, at + extraStart);
  return { entry, name, end: at + commentStart + view.getUint16(32, true) };
}

/** Lists the entries of a ZIP archive; throws BrokenFile if the directory is missing or reaches past the file. */
export function readZipDirectory(source: ByteSource): readonly ZipEntry[] {
  const found = findEnd(source);
  // 64-bit archives store the disk number elsewhere.
  const disk = found?.end.getUint16(4, true) ?? 0;
  if (disk > 0 && disk < 0xffff) throw new BrokenFile(spanned);
  if (viewOf(copyRange(source, 0, 4)).byteLength < 4 || source.read(0, 1)[0] !== 0x50)
    throw new BrokenFile('is not a ZIP archive. Export it again.');
  const place = readPlace({ source, found });
  if (place.offset + place.bytes > source.size || place.bytes > largestDirectoryBytes) {
    throw new BrokenFile('has a directory that extends beyond the end of the file. Export it again.');
  }
  const directory = copyRange(source, place.offset, place.bytes);
  const entries: ZipEntry[] = [];
  const names: Uint8Array[] = [];
  for (let at = 0; at < directory.length; ) {
    const { entry, name, end } = readEntry(directory, at);
    if (entry.headerOffset + entry.packedBytes > place.offset) {
      const sizes = sentence`${{ count: formatCount(entry.packedBytes) }} bytes`;
      const quoted = decodeText(name);
      throw new BrokenFile(
        sentence`promises ${{ size: sizes }} for "${{ entry: quoted }}", which extend beyond the end of the file. Export it again.`,
      );
    }
    entries.push(entry);
    names.push(name);
    at = end;
  }
  const decode = createNameDecoder(names);
  return entries.map((entry, index) => ({ ...entry, name: decode(names[index] ?? new Uint8Array()) }));
}
