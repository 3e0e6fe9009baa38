import { inflateRawSync } from 'node:zlib';
import { findPathFault } from '../../server/contract/relative-path.ts';

const endSize = 22;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const largest = 64 * 1024 * 1024;

function readContent(zip: Buffer, entry: number): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const packed = zip.readUInt32LE(entry + 20);
  const size = zip.readUInt32LE(entry + 24);
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + packed);
  if (size > largest) throw new Error('an entry is too large');
  const content = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: largest });
  if (content.length !== size) throw new Error('an entry is not whole');
  return content;
}

/** The files of a small ZIP in memory. Throws on what is broken, and on names that lead out of a folder. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - endSize;
  if (end < 0 || zip.readUInt32LE(end) !== endMark) throw new Error('it is no ZIP without a comment');
  const files = new Map<string, Buffer>();
  let entry = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(entry) !== entryMark) throw new Error('its directory is broken');
    const nameSize = zip.readUInt16LE(entry + 28);
    const name = zip.toString('utf8', entry + 46, entry + 46 + nameSize);
    const fault = name.endsWith('/') ? null : findPathFault(name);
    if (fault) throw new Error(`it holds the name “${name}”, ${fault}`);
    if (!name.endsWith('/')) files.set(name, readContent(zip, entry));
    entry += 46 + nameSize + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return files;
}
