import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const blockSize = 512;
const osByte = 9;
const unknownOs = 255;

function toHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar archive. Shorten it.`);
  const header = Buffer.alloc(blockSize);
  header.write(name, 0);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100);
  header.write('        ', 148); // the checksum counts itself as blanks
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Packs a folder as npm and Unity's Package Manager pack theirs: same content, same bytes. */
export function writeTgz(folder: string, target: string): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
  const blocks = names.flatMap((name) => {
    const content = readFileSync(path.join(folder, name));
    const rest = (blockSize - (content.length % blockSize)) % blockSize;
    return [toHeader(`package/${name}`, content.length), content, Buffer.alloc(rest)];
  });
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]), { level: 9 });
  packed[osByte] = unknownOs; // else it tells on which system it was packed
  writeFileSync(target, packed);
}
