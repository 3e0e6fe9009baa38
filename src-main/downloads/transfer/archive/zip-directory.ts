export type ZipPlace = {
  /** Offset of the entry's local header in the archive. */
  readonly offset: number;
  readonly sizeBytes: number;
};

/** APPNOTE.TXT 6.3.10: 4.3.12 central directory, 4.3.14 to 4.3.16 end records, 4.5.3 ZIP64. */
const signatures = { central: 0x02014b50, end64: 0x06064b50, end: 0x06054b50 } as const;
const bytesOf = { entry: 46, end: 22, locator64: 20, end64: 56, wide: 28 } as const;
const most32 = 0xffffffff;
const most16 = 0xffff;

/** Returns how many bytes at the archive's end are enough for a directory with these names and few others. */
export function estimateDirectory(names: readonly string[]): number {
  const entries = names.map((name) => bytesOf.entry + bytesOf.wide + Buffer.byteLength(name));
  const others = 64 * 1024;
  return entries.reduce((sum, bytes) => sum + bytes, others);
}

function findDirectory(tail: Buffer, tailOffset: number) {
  const at = tail.length - bytesOf.end;
  if (at < 0 || tail.readUInt32LE(at) !== signatures.end) return null;
  const [count, bytes, offset] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  if (count !== most16 && bytes !== most32 && offset !== most32) return { offset, end: offset + bytes };
  const locator = at - bytesOf.locator64;
  const end64 = locator < 0 ? -1 : Number(tail.readBigUInt64LE(locator + 8)) - tailOffset;
  if (end64 < 0 || end64 + bytesOf.end64 > tail.length) return null;
  if (tail.readUInt32LE(end64) !== signatures.end64) return null;
  const wideOffset = Number(tail.readBigUInt64LE(end64 + 48));
  return { offset: wideOffset, end: wideOffset + Number(tail.readBigUInt64LE(end64 + 40)) };
}

/** Reads an entry's offset. Beyond 4 GiB, it is last in the ZIP64 field, which is the only extra field. */
function readOffset(tail: Buffer, at: number, extra: { readonly start: number; readonly end: number }) {
  const offset = tail.readUInt32LE(at + 42);
  if (offset !== most32) return offset;
  return extra.end - extra.start < 12 ? null : Number(tail.readBigUInt64LE(extra.end - 8));
}

/** Returns stored entries by name from an archive's end; null if the directory is cut. Untrusted: readers verify entries. */
export function readZipDirectory(tail: Buffer, archiveBytes: number): ReadonlyMap<string, ZipPlace> | null {
  const tailOffset = archiveBytes - tail.length;
  const directory = findDirectory(tail, tailOffset);
  if (directory === null || directory.offset < tailOffset || directory.end > archiveBytes) return null;
  const places = new Map<string, ZipPlace>();
  const end = directory.end - tailOffset;
  for (let at = directory.offset - tailOffset; at < end; ) {
    if (at + bytesOf.entry > end || tail.readUInt32LE(at) !== signatures.central) return null;
    const nameEnd = at + bytesOf.entry + tail.readUInt16LE(at + 28);
    const extraEnd = nameEnd + tail.readUInt16LE(at + 30);
    const next = extraEnd + tail.readUInt16LE(at + 32);
    if (next > end) return null;
    const sizeBytes = tail.readUInt32LE(at + 24);
    const isStored = tail.readUInt16LE(at + 10) === 0 && sizeBytes === tail.readUInt32LE(at + 20);
    const offset = readOffset(tail, at, { start: nameEnd, end: extraEnd });
    const name = tail.toString('utf8', at + bytesOf.entry, nameEnd);
    if (isStored && sizeBytes !== most32 && offset !== null) places.set(name, { offset, sizeBytes });
    at = next;
  }
  return places;
}
