import { crc32 } from 'node:zlib';
import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import { type ByteSource, copyRange, visitRange } from '../byte-source.ts';
import { inflateRange } from './inflate-range.ts';
import type { ZipEntry } from './zip-directory.ts';

const headerBytes = 30;
const headerSignature = 0x04034b50;
const stored = 0;
const deflated = 8;

/** Offset of an entry's data; throws BrokenFile if its local header is missing. */
export function locateZipEntry(source: ByteSource, entry: ZipEntry): number {
  const bytes = copyRange(source, entry.headerOffset, headerBytes);
  const view = new DataView(bytes.buffer);
  if (bytes.length < headerBytes || view.getUint32(0, true) !== headerSignature) {
    throw new BrokenFile(
      sentence`has no entry "${{ entry: entry.name }}" where its directory says. Export it again.`,
    );
  }
  const offset = entry.headerOffset + headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
  if (offset + entry.packedBytes <= source.size) return offset;
  throw new BrokenFile(sentence`is truncated inside its entry "${{ entry: entry.name }}". Export it again.`);
}

/** Unpacks one entry in pieces; throws BrokenFile if it is damaged. */
export async function readZipEntry(
  source: ByteSource,
  entry: ZipEntry,
  visit: (bytes: Uint8Array) => void,
): Promise<void> {
  const offset = locateZipEntry(source, entry);
  if (entry.isEncrypted)
    throw new BrokenFile(
      sentence`has an encrypted entry "${{ entry: entry.name }}". Export it without a password.`,
    );
  let checksum = 0;
  function take(bytes: Uint8Array): void {
    checksum = crc32(bytes, checksum);
    visit(bytes);
  }

  if (entry.method === stored) visitRange(source, { offset, length: entry.packedBytes, unit: 1 }, take);
  else if (entry.method === deflated) {
    const range = { offset, length: entry.packedBytes, unpackedBytes: entry.unpackedBytes };
    await inflateRange(source, { ...range, format: 'raw' }, take);
  } else
    throw new BrokenFile(
      sentence`packs "${{ entry: entry.name }}" in a way that 3D apps cannot open. Export it again.`,
    );
  if (checksum !== entry.crc32)
    throw new BrokenFile(sentence`is damaged inside its entry "${{ entry: entry.name }}". Export it again.`);
}
