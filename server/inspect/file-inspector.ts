import { hash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { openOnDisk } from '../base/bucket/library-disk.ts';
import { roleOf } from '../contract/catalogue/formats.ts';
import { limits } from '../contract/limits.ts';
import { describeProblem } from './broken-file.ts';
import { type ByteSource, createDescriptorSource, createMemorySource } from './byte-source.ts';
import { createChunkHasher } from './chunk-hasher.ts';
import { findParser } from './create-parser.ts';
import { type GuardedParser, guardParser } from './guard-parser.ts';
import { headBytes, type Inspection } from './inspection.ts';
import { stampOf } from './mark-names.ts';
import { noMark, type ReadingMark } from './reading-mark.ts';
import { createSiblingReader, openFlags } from './sibling-files.ts';

export type InspectFile = (file: string, format: string) => Promise<Inspection>;

type OpenFile = {
  readonly descriptor: number;
  readonly size: number;
  readonly stamp: string;
  readonly file: string;
  readonly format: string;
};

/** Files up to this size are read once, for both hashes and content. */
const wholeBytes = 4 * 1024 * 1024;
/** Larger files are hashed and checked in pieces that fit the processor's cache. */
const pieceBytes = 1024 * 1024;
const commented = new Set(['obj', 'mtl']);
const headOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, Math.min(length, headBytes)).toString('utf8');
const deadly =
  'ended the server twice while it was being read. Replace the file, or export it with less detail.';

function openFile(file: string, format: string): OpenFile {
  const descriptor = openOnDisk(file, openFlags);
  const status = fstatSync(descriptor);
  if (status.isFile()) return { descriptor, size: status.size, stamp: stampOf(status), file, format };
  closeSync(descriptor);
  const code = status.isDirectory() ? 'EISDIR' : 'EINVAL';
  throw Object.assign(new Error(`${code}: "${file}" is not a file.`), { code, syscall: 'open', path: file });
}

function readWhole(descriptor: number, buffer: Uint8Array): Uint8Array {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

function watchReads(source: ByteSource, onRead: () => void): ByteSource {
  return {
    ...source,
    read(offset, length) {
      onRead();
      return source.read(offset, length);
    },
  };
}

/**
 * Creates a function that inspects one file at a time, in its own buffers. It blocks its thread while it reads, hashes
 * and parses, because moving reads to other threads costs a third of the speed; so run it in a worker thread. It
 * rejects only with errors of the file system. `onProgress` is called for every read, `mark` for large files: small
 * ones cannot exhaust the process's memory.
 */
export function createFileInspector(
  onProgress: () => void = () => undefined,
  mark: ReadingMark = noMark,
): InspectFile {
  const buffer = new Uint8Array(wholeBytes);
  const [window, siblingWindow] = [new Uint8Array(pieceBytes), new Uint8Array(pieceBytes)];

  async function createParser({ file, format }: OpenFile, source: ByteSource): Promise<GuardedParser> {
    const readSibling = createSiblingReader(file, siblingWindow);
    const isContent = roleOf(format) !== 'support';
    return guardParser(await findParser(format), {
      ...{ name: path.basename(file), source, readSibling, isContent },
    });
  }

  function visitPieces(descriptor: number, visit: (piece: Uint8Array) => void): number {
    for (let offset = 0; ; ) {
      const count = readSync(descriptor, buffer, 0, pieceBytes, offset);
      if (count === 0) return offset;
      offset += count;
      onProgress();
      visit(buffer.subarray(0, count));
    }
  }

  async function inspectLarge(open: OpenFile): Promise<Inspection> {
    const source = createDescriptorSource(open.descriptor, open.size, window);
    const parser = await createParser(open, watchReads(source, onProgress));
    const hasher = createChunkHasher();
    let checksum = 0;
    const sizeBytes = visitPieces(open.descriptor, (piece) => {
      hasher.push(piece);
      checksum = crc32(piece, checksum);
      parser.push(piece);
    });
    const { sha256, leaves } = hasher.finish();
    const sums = { sizeBytes, sha256, crc32: checksum };
    return { ...(await parser.finish()), ...sums, ...(open.size > limits.leafBytes && { leaves }) };
  }

  async function inspectSmall(open: OpenFile): Promise<Inspection> {
    const bytes = readWhole(open.descriptor, buffer.subarray(0, open.size));
    const parser = await createParser(open, createMemorySource(bytes));
    parser.push(bytes);
    const sums = { sizeBytes: bytes.length, sha256: hash('sha256', bytes, 'hex'), crc32: crc32(bytes) };
    return {
      ...(await parser.finish()),
      ...sums,
      ...(commented.has(open.format) && { head: headOf(bytes) }),
    };
  }

  async function inspectMarked(open: OpenFile): Promise<Inspection> {
    if (open.format === '') return inspectLarge(open);
    try {
      if (!mark.begin(open.file, open.stamp)) return await inspectLarge(open);
      const problem = describeProblem(path.basename(open.file), deadly);
      return { ...(await inspectLarge({ ...open, format: '' })), problem };
    } finally {
      mark.end();
    }
  }

  return async (file, format) => {
    const open = openFile(file, format);
    try {
      return await (open.size <= wholeBytes ? inspectSmall(open) : inspectMarked(open));
    } finally {
      closeSync(open.descriptor);
    }
  };
}
