import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { toCentralHeader, toEnd, toLocalHeader, type ZipEntry } from './zip-format.ts';

export type ArchivedFile = {
  readonly name: string;
  readonly place: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly mark: bigint;
};

/**
 * Every byte of a ZIP except its files' content, and the position of that content. In shared memory, so that threads
 * need no copy. `heads` holds the local headers, then the directory and the end record.
 */
export type ArchivePlan = {
  readonly id: string;
  readonly sizeBytes: number;
  /** SHA-256 of everything that determines the archive's bytes. */
  readonly sha256: string;
  /** Number of files; texts are part of `heads`. */
  readonly entryCount: number;
  readonly places: readonly string[];
  readonly heads: Uint8Array;
  /** Archive offset of the bytes before each file's content, and of those after the last file. */
  readonly starts: Float64Array;
  /** Offset of the same bytes in `heads`. */
  readonly headStarts: Float64Array;
  readonly sizes: Float64Array;
  readonly marks: BigInt64Array;
  /** Size of the plan in memory. */
  readonly weight: number;
};

const sharedNumbers = (count: number) => new Float64Array(new SharedArrayBuffer(count * 8));

function share(parts: readonly Buffer[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const shared = new Uint8Array(new SharedArrayBuffer(length));
  let offset = 0;
  for (const part of parts) {
    shared.set(part, offset);
    offset += part.length;
  }
  return shared;
}

type ArchivedText = { readonly name: string; readonly content: Buffer };

/** Lays out an uncompressed ZIP from sizes and checksums, without reading files. */
export function createArchivePlanner() {
  const entries: ZipEntry[] = [];
  const files: ArchivedFile[] = [];
  /** Bytes before each file's content: texts, and its header. */
  const headBlocks: Buffer[] = [];
  const starts: number[] = [];
  /** Texts before the next file, or before the directory. */
  let waiting: Buffer[] = [];
  const identity = createHash('sha256').update('stored zip 1\n');
  let offset = 0;

  return {
    /** Adds a file; call in code point order of the names. */
    add(file: ArchivedFile) {
      const { name, sizeBytes, crc32, sha256 } = file;
      const before = waiting.reduce((sum, { length }) => sum + length, 0);
      const entry = { name: Buffer.from(name), sizeBytes, crc32, offset: offset + before };
      const block = Buffer.concat([...waiting, toLocalHeader(entry)]);
      waiting = [];
      entries.push(entry);
      files.push(file);
      headBlocks.push(block);
      starts.push(offset);
      identity.update(JSON.stringify([name, sizeBytes, sha256]));
      offset += block.length + sizeBytes;
    },
    /** Adds a text, whose content is stored in the plan. */
    addText({ name, content }: ArchivedText) {
      const before = waiting.reduce((sum, { length }) => sum + length, 0);
      const sizes = { sizeBytes: content.length, crc32: crc32(content) };
      const entry = { name: Buffer.from(name), ...sizes, offset: offset + before };
      entries.push(entry);
      waiting.push(toLocalHeader(entry), content);
      identity.update(JSON.stringify([name, content.toString('base64')]));
    },
    finish() {
      const count = files.length;
      const directory = entries.map(toCentralHeader);
      const directoryBytes = directory.reduce((sum, header) => sum + header.length, 0);
      const last = Buffer.concat(waiting);
      const directoryOffset = offset + last.length;
      const end = toEnd({ entryCount: entries.length, directoryOffset, directoryBytes });
      const heads = share([...headBlocks, last, ...directory, end]);
      const sharedStarts = sharedNumbers(count + 1);
      const headStarts = sharedNumbers(count + 1);
      const sizes = sharedNumbers(count);
      const marks = new BigInt64Array(new SharedArrayBuffer(count * 8));
      let headStart = 0;
      for (const [index, file] of files.entries()) {
        sharedStarts[index] = starts[index] ?? 0;
        headStarts[index] = headStart;
        sizes[index] = file.sizeBytes;
        marks[index] = file.mark;
        headStart += headBlocks[index]?.length ?? 0;
      }
      sharedStarts[count] = offset;
      headStarts[count] = headStart;
      const places = files.map(({ place }) => place);
      return {
        ...{
          id: randomUUID(),
          sizeBytes: directoryOffset + directoryBytes + end.length,
          sha256: identity.digest('hex'),
        },
        ...{ entryCount: count, places, heads, starts: sharedStarts, headStarts, sizes, marks },
        weight: heads.length + places.reduce((sum, place) => sum + place.length + 64, 1024),
      };
    },
  };
}
