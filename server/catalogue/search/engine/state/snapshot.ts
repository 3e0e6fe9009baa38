import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { renamePatientlySync } from '../../../../base/storage/rename-patiently.ts';
import { fieldLengthShare, fieldWeights, saturation } from '../../weights.ts';

/** An index file: one line of JSON padded to `headBytes`, then the bytes of a segment. */
type Snapshot = {
  readonly catalogueId: string;
  readonly seq: number;
  readonly buffer: SharedArrayBuffer;
};
type Head = {
  readonly format: string;
  readonly catalogueId: string;
  readonly seq: number;
  readonly bytes: number;
  readonly crc32: number;
};

const headBytes = 4096;
const pieceBytes = 16 * 1024 * 1024;
/** Splitting or weighting words differently needs a new index. Raise the number if the analysis or layout changes. */
const format = `lodestock-search-10 ${JSON.stringify([fieldWeights, fieldLengthShare, saturation])}`;

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) sum = crc32(bytes.subarray(at, at + pieceBytes), sum);
  return sum;
}

function writeAll(file: number, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes.subarray(at, at + pieceBytes));
}

/** Writes a temporary file and renames it, so that a crash leaves the old one. */
export function saveSnapshot(path: string, { catalogueId, seq, buffer }: Snapshot) {
  const bytes = new Uint8Array(buffer);
  const head: Head = { format, catalogueId, seq, bytes: bytes.length, crc32: checksum(bytes) };
  const draft = `${path}.${randomUUID()}.new`;
  try {
    const file = openSync(draft, 'w', 0o600);
    try {
      writeAll(
        file,
        Buffer.from(
          JSON.stringify(head)
            .padEnd(headBytes - 1)
            .concat('\n'),
        ),
      );
      writeAll(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renamePatientlySync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function readAll(file: number, bytes: Uint8Array, position: number) {
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(file, bytes, at, Math.min(pieceBytes, bytes.length - at), position + at);
    if (read === 0) return false;
    at += read;
  }
  return true;
}

/** Reads an index of this catalogue; null if it is missing, damaged, of another catalogue, or in another format. */
export function loadSnapshot(path: string, catalogueId: string): Snapshot | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const line = Buffer.alloc(headBytes);
    if (!readAll(file, line, 0)) return null;
    const head: Head = JSON.parse(line.toString());
    if (head.format !== format || head.catalogueId !== catalogueId) return null;
    const buffer = new SharedArrayBuffer(head.bytes);
    const bytes = new Uint8Array(buffer);
    if (!readAll(file, bytes, headBytes) || checksum(bytes) !== head.crc32) return null;
    return { catalogueId, seq: head.seq, buffer };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
