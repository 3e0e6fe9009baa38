import { readSync } from 'node:fs';
import { throwIfExhausted } from '../base/storage/storage-fault.ts';

/** Random access to one file. A read can return fewer bytes than asked, valid until the next read. */
export type ByteSource = {
  readonly size: number;
  readonly readLimit: number;
  readonly read: (offset: number, length: number) => Uint8Array;
};

export function createMemorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    readLimit: Math.max(bytes.length, 1),
    read: (offset, length) => bytes.subarray(Math.min(offset, bytes.length), offset + length),
  };
}

/** Runs `read`; null if the file is damaged. Rethrows faults of the disk or this process. */
export function attempt<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    throwIfExhausted(error);
    if (error instanceof Error && 'syscall' in error) throw error;
    return null;
  }
}

const readAheadBytes = 64 * 1024;

/** Reads through `window`, so that neighbouring small reads share a system call. */
export function createDescriptorSource(descriptor: number, size: number, window: Uint8Array): ByteSource {
  let start = 0;
  let end = 0;

  function fill(offset: number, length: number): void {
    start = offset;
    end = offset;
    const wanted = Math.min(Math.max(length, readAheadBytes), window.length);
    while (end - start < wanted) {
      const count = readSync(descriptor, window, end - start, wanted - (end - start), end);
      if (count === 0) return;
      end += count;
    }
  }

  return {
    size,
    readLimit: window.length,
    read(offset, length) {
      const isInWindow = offset >= start && offset + length <= end;
      if (!isInWindow) fill(offset, length);
      return window.subarray(offset - start, Math.min(offset + length, end) - start);
    },
  };
}

export function createSourceSlice(source: ByteSource, offset: number, size: number): ByteSource {
  const available = Math.max(0, Math.min(size, source.size - offset));
  return {
    size: available,
    readLimit: source.readLimit,
    read: (start, length) => source.read(offset + start, Math.max(0, Math.min(length, available - start))),
  };
}

/** Calls `visit` with the bytes of a range in pieces, each but the last a multiple of `unit`. */
export function visitRange(
  source: ByteSource,
  range: { readonly offset: number; readonly length: number; readonly unit: number },
  visit: (bytes: Uint8Array) => void,
): void {
  const step = Math.max(range.unit, source.readLimit - (source.readLimit % range.unit));
  const end = Math.min(range.offset + range.length, source.size);
  for (let offset = range.offset; offset < end; offset += step) {
    visit(source.read(offset, Math.min(step, end - offset)));
  }
}

export function copyRange(source: ByteSource, offset: number, length: number): Uint8Array {
  const copy = new Uint8Array(Math.max(0, Math.min(length, source.size - offset)));
  let filled = 0;
  visitRange(source, { offset, length: copy.length, unit: 1 }, (bytes) => {
    copy.set(bytes, filled);
    filled += bytes.length;
  });
  return copy;
}

/** Limit of what is read of a file at once. */
const largestBytes = 256 * 1024 * 1024;

/** All bytes of a source; nothing else can read from it afterwards. */
export function readAll(source: ByteSource): Uint8Array {
  if (source.size > largestBytes) throw new RangeError('is too large to be read at once.');
  return source.readLimit >= source.size ? source.read(0, source.size) : copyRange(source, 0, source.size);
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
