/** One stored file of a ZIP; `name` is UTF-8, `offset` that of its local header. */
export type ZipEntry = {
  readonly name: Buffer;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly offset: number;
};

type ZipEnd = {
  readonly entryCount: number;
  readonly directoryOffset: number;
  readonly directoryBytes: number;
};

/** APPNOTE.TXT 6.3.10: 4.3.7 local header, 4.3.12 central directory, 4.3.14 to 4.3.16 end records, 4.5.3 ZIP64. */
const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
} as const;
const namesAreUtf8 = 0x0800;
/** 1 January 1980, 0:00, so that the same ZIP always has the same bytes. */
const date = 0x0021;
const madeByUnix = 3 << 8;
const plainFile = 0o100644 * 0x10000;
const version = { stored: 20, zip64: 45 } as const;
const most32 = 0xffffffff;
const most16 = 0xffff;

/** Extra field for values that need 64 bits. */
function toExtra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

/** Extra field of an unassigned type, at least four bytes, that pads a header ending at `end` to the alignment. */
function toPadding(end: number, alignment: number): Buffer {
  const lacking = (alignment - (end % alignment)) % alignment;
  if (lacking === 0) return Buffer.alloc(0);
  const padding = Buffer.alloc(lacking < 4 ? lacking + alignment : lacking);
  padding.writeUInt16LE(0x1986, 0);
  padding.writeUInt16LE(padding.length - 4, 2);
  return padding;
}

/** Writes the fields common to local and central header, from version to extra field length. */
function writeFacts(header: Buffer, at: number, facts: { entry: ZipEntry; isLarge: boolean; extra: Buffer }) {
  const { entry, isLarge, extra } = facts;
  const size = entry.sizeBytes >= most32 ? most32 : entry.sizeBytes;
  header.writeUInt16LE(isLarge ? version.zip64 : version.stored, at);
  header.writeUInt16LE(namesAreUtf8, at + 2);
  header.writeUInt16LE(0, at + 4); // stored
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(entry.crc32, at + 10);
  header.writeUInt32LE(size, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(entry.name.length, at + 22);
  header.writeUInt16LE(extra.length, at + 24);
}

/** Header of a file whose content then starts at a multiple of `alignment`. */
export function toLocalHeader(entry: ZipEntry, alignment = 1): Buffer {
  const { sizeBytes, name, offset } = entry;
  const isLarge = sizeBytes >= most32;
  const header = Buffer.alloc(30);
  const large = toExtra(isLarge ? [sizeBytes, sizeBytes] : []);
  const end = offset + header.length + name.length + large.length;
  const extra = Buffer.concat([large, toPadding(end, alignment)]);
  header.writeUInt32LE(signatures.local, 0);
  writeFacts(header, 4, { entry, isLarge, extra });
  return Buffer.concat([header, name, extra]);
}

export function toCentralHeader(entry: ZipEntry): Buffer {
  const { sizeBytes, offset } = entry;
  const extra = toExtra([
    ...(sizeBytes >= most32 ? [sizeBytes, sizeBytes] : []),
    ...(offset >= most32 ? [offset] : []),
  ]);
  const isLarge = extra.length > 0;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(signatures.central, 0);
  header.writeUInt16LE(madeByUnix | version.zip64, 4);
  writeFacts(header, 6, { entry, isLarge, extra });
  header.writeUInt32LE(plainFile, 38);
  header.writeUInt32LE(Math.min(offset, most32), 42);
  return Buffer.concat([header, entry.name, extra]);
}

function toEnd64({ entryCount, directoryOffset, directoryBytes }: ZipEnd): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(signatures.end64, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(madeByUnix | version.zip64, 12);
  end.writeUInt16LE(version.zip64, 14);
  end.writeBigUInt64LE(BigInt(entryCount), 24);
  end.writeBigUInt64LE(BigInt(entryCount), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(directoryOffset), 48);
  end.writeUInt32LE(signatures.locator64, 56);
  end.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** End of the central directory, preceded by the ZIP64 one if a number does not fit. */
export function toEnd(zip: ZipEnd): Buffer {
  const { entryCount, directoryOffset, directoryBytes } = zip;
  const isLarge = entryCount >= most16 || directoryOffset >= most32 || directoryBytes >= most32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(entryCount, most16), 8);
  end.writeUInt16LE(Math.min(entryCount, most16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, most32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, most32), 16);
  return isLarge ? Buffer.concat([toEnd64(zip), end]) : end;
}
