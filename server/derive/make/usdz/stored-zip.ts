import { crc32 } from 'node:zlib';

export type StoredFile = { readonly path: string; readonly bytes: Uint8Array };

const alignment = 64;
const headBytes = 30;
/** 1980-01-01, the earliest day that a ZIP can tell: the same scene gives the same bytes. */
const day = 0x21;
const unicodeNames = 0x800;

/** What a local header and the directory say of a file in the same order. */
function describe({ path, bytes }: StoredFile, extraBytes: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(10, 0);
  fields.writeUInt16LE(unicodeNames, 2);
  fields.writeUInt16LE(day, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(path), 22);
  fields.writeUInt16LE(extraBytes, 24);
  return fields;
}

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A field of an unknown kind, which readers pass over; it takes four bytes at least. */
function padding(length: number): Buffer {
  const field = Buffer.alloc(length);
  if (length === 0) return field;
  field.writeUInt16LE(0x1986, 0);
  field.writeUInt16LE(length - 4, 2);
  return field;
}

/** A ZIP as USDZ wants it: nothing compressed, and each file's bytes at a multiple of 64. */
export function writeStoredZip(files: readonly StoredFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.path);
    const over = (at + headBytes + name.length) % alignment;
    const lacking = (alignment - over) % alignment;
    const extra = padding(lacking > 0 && lacking < 4 ? lacking + alignment : lacking);
    const head = Buffer.concat([word(0x04034b50), describe(file, extra.length), name, extra]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(word(0x02014b50), Buffer.from([10, 0]), describe(file, 0), rest, name);
    parts.push(head, Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length));
    at += head.length + file.bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, word(0x06054b50), end]);
}
