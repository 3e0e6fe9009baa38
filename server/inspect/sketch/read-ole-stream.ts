import { type ByteSource, copyRange } from '../byte-source.ts';

/** Higher numbers end a chain of sectors. */
const lastSector = 0xfffffff9;
const mostTables = 100_000;
const directoryBytes = 1024 * 1024;
/** Shorter streams share the stream of the root entry, in small sectors. */
const leastBytes = 4096;
const smallBytes = 64;

/** A stream of a compound file (MS-CFB), the format of 3ds Max; empty if there is none. Throws for a damaged file. */
export function readOleStream(source: ByteSource, name: string, mostBytes: number): Buffer {
  const head = Buffer.from(copyRange(source, 0, 512));
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(30), 12);
  const perTable = sectorBytes / 4;
  const read = (sector: number) => Buffer.from(copyRange(source, (sector + 1) * sectorBytes, sectorBytes));
  const tables = Array.from({ length: 109 }, (_, index) => head.readUInt32LE(76 + index * 4));
  let more = head.readUInt32LE(68);
  while (more <= lastSector && tables.length < mostTables) {
    const list = read(more);
    for (let index = 0; index < perTable - 1; index += 1) tables.push(list.readUInt32LE(index * 4));
    more = list.readUInt32LE(sectorBytes - 4);
  }
  const follow = (start: number, bytes: number): Buffer => {
    const parts: Buffer[] = [];
    for (let sector = start; sector <= lastSector && parts.length * sectorBytes < bytes; ) {
      parts.push(read(sector));
      const table = read(tables[Math.floor(sector / perTable)] ?? lastSector);
      sector = table.readUInt32LE((sector % perTable) * 4);
    }
    return Buffer.concat(parts).subarray(0, bytes);
  };
  const directory = follow(head.readUInt32LE(48), directoryBytes);
  const wanted = Buffer.from(`${name}\0`, 'utf16le');
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const bytes = directory.readUInt32LE(at + 120);
    const isWanted = directory.subarray(at, at + wanted.length).equals(wanted);
    if (!isWanted) continue;
    const start = directory.readUInt32LE(at + 116);
    if (bytes >= leastBytes) return follow(start, Math.min(bytes, mostBytes));
    const shared = follow(directory.readUInt32LE(116), mostBytes);
    const chain = follow(head.readUInt32LE(60), mostBytes);
    const parts: Buffer[] = [];
    for (let small = start; small <= lastSector && parts.length * smallBytes < bytes; ) {
      parts.push(shared.subarray(small * smallBytes, (small + 1) * smallBytes));
      small = chain.readUInt32LE(small * 4);
    }
    return Buffer.concat(parts).subarray(0, bytes);
  }
  return Buffer.alloc(0);
}
