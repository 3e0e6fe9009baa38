import { createHash, randomUUID } from 'node:crypto';
import { toCentralHeader, toEnd, toLocalHeader, type ZipEntry } from './zip-format.ts';

/** A file that goes into an archive, as the inventory knows it. */
export type ArchivedFile = {
  readonly name: string;
  readonly place: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly modifiedNs: bigint;
};

/**
 * Every byte of a ZIP that is no file's content, and where each file's content goes. It lies in shared memory, so that
 * threads read it without a copy. `heads` holds the local headers, then directory and end.
 */
export type ArchivePlan = {
  readonly id: string;
  readonly sizeBytes: number;
  /** The SHA-256 of all that the bytes of the archive follow from. */
  readonly sha256: string;
  readonly entryCount: number;
  readonly places: readonly string[];
  readonly heads: Uint8Array;
  /** Where the local header of each file begins in the archive, and the directory behind the last. */
  readonly starts: Float64Array;
  /** Where the same begin in `heads`. */
  readonly headStarts: Float64Array;
  readonly sizes: Float64Array;
  readonly modified: BigInt64Array;
  /** What the plan takes of memory. */
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

export type ArchivePlanner = {
  /** Files come in the order of their names' code points. */
  readonly add: (file: ArchivedFile) => void;
  readonly finish: () => ArchivePlan;
};

/** Lays out a stored ZIP from sizes and checksums alone; no file is read. */
export function createArchivePlanner(): ArchivePlanner {
  const entries: ZipEntry[] = [];
  const files: ArchivedFile[] = [];
  const localHeaders: Buffer[] = [];
  const identity = createHash('sha256').update('stored zip 1\n');
  let offset = 0;

  return {
    add(file) {
      const { name, sizeBytes, crc32, sha256 } = file;
      const entry = { name: Buffer.from(name), sizeBytes, crc32, offset };
      const header = toLocalHeader(entry);
      entries.push(entry);
      files.push(file);
      localHeaders.push(header);
      identity.update(JSON.stringify([name, sizeBytes, sha256]));
      offset += header.length + sizeBytes;
    },
    finish() {
      const count = files.length;
      const directory = entries.map(toCentralHeader);
      const directoryBytes = directory.reduce((sum, header) => sum + header.length, 0);
      const end = toEnd({ entryCount: count, directoryOffset: offset, directoryBytes });
      const heads = share([...localHeaders, ...directory, end]);
      const starts = sharedNumbers(count + 1);
      const headStarts = sharedNumbers(count + 1);
      const sizes = sharedNumbers(count);
      const modified = new BigInt64Array(new SharedArrayBuffer(count * 8));
      let headStart = 0;
      for (const [index, file] of files.entries()) {
        starts[index] = entries[index]?.offset ?? 0;
        headStarts[index] = headStart;
        sizes[index] = file.sizeBytes;
        modified[index] = file.modifiedNs;
        headStart += localHeaders[index]?.length ?? 0;
      }
      starts[count] = offset;
      headStarts[count] = headStart;
      const places = files.map(({ place }) => place);
      return {
        ...{
          id: randomUUID(),
          sizeBytes: offset + directoryBytes + end.length,
          sha256: identity.digest('hex'),
        },
        ...{ entryCount: count, places, heads, starts, headStarts, sizes, modified },
        weight: heads.length + places.reduce((sum, place) => sum + place.length + 64, 1024),
      };
    },
  };
}
