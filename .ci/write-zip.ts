import { crc32 } from 'node:zlib';
import { toCentralHeader, toEnd, toLocalHeader } from '../server/files/archive/zip-format.ts';

export type ZipContent = { readonly name: string; readonly content: Buffer };

/** A ZIP without compression, of small files: same content, same bytes. */
export function writeZip(files: readonly ZipContent[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const entry = { name: Buffer.from(name), sizeBytes: content.length, crc32: crc32(content), offset };
    const local = toLocalHeader(entry);
    parts.push(local, content);
    directory.push(toCentralHeader(entry));
    offset += local.length + content.length;
  }
  const directoryBytes = directory.reduce((sum, header) => sum + header.length, 0);
  const end = toEnd({ entryCount: files.length, directoryOffset: offset, directoryBytes });
  return Buffer.concat([...parts, ...directory, end]);
}
