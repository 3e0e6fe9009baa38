import { crc32 } from 'node:zlib';
import { toCentralHeader, toEnd, toLocalHeader } from './zip-format.ts';

type ZipContent = { readonly name: string; readonly content: Uint8Array };

/** Writes an uncompressed ZIP of small files. Same content, same bytes; files are aligned to `alignment`. */
export function writeZip(files: readonly ZipContent[], alignment = 1): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const entry = { name: Buffer.from(name), sizeBytes: content.length, crc32: crc32(content), offset };
    const local = toLocalHeader(entry, alignment);
    parts.push(local, content);
    directory.push(toCentralHeader(entry));
    offset += local.length + content.length;
  }
  const directoryBytes = directory.reduce((sum, header) => sum + header.length, 0);
  const end = toEnd({ entryCount: files.length, directoryOffset: offset, directoryBytes });
  return Buffer.concat([...parts, ...directory, end]);
}
