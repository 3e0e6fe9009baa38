import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { limits } from '../../server/contract/limits.ts';

const stepBytes = 4 * 1024 * 1024;

export const byteCount = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);

/** Writes pieces one behind the other, however many of their bytes the system takes at once. */
export async function writeAll(
  handle: FileHandle,
  chunks: readonly Uint8Array[],
  position: number,
): Promise<void> {
  let left = [...chunks];
  for (let at = position; left.length > 0; ) {
    const { bytesWritten } = await handle.writev(left, at);
    at += bytesWritten;
    left = dropBytes(left, bytesWritten);
  }
}

function dropBytes(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return chunks.flatMap((chunk) => {
    const dropped = Math.min(left, chunk.length);
    left -= dropped;
    return dropped === chunk.length ? [] : [chunk.subarray(dropped)];
  });
}

/** Reads a range of an open file in order; each piece is valid until the next one. */
export async function readRange(
  handle: FileHandle,
  range: { readonly start: number; readonly end: number },
  visit: (piece: Uint8Array) => void,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, Math.max(range.end - range.start, 1)));
  for (let position = range.start; position < range.end; ) {
    const wanted = Math.min(buffer.length, range.end - position);
    const { bytesRead } = await handle.read(buffer, 0, wanted, position);
    if (bytesRead === 0) return;
    visit(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}

/** True when a leaf on the disk has this SHA-256. */
export async function isLeafGood(
  handle: FileHandle,
  leaf: { readonly index: number; readonly sha256: string; readonly endBytes: number },
): Promise<boolean> {
  const hash = createHash('sha256');
  const start = leaf.index * limits.leafBytes;
  const end = Math.min(start + limits.leafBytes, leaf.endBytes);
  await readRange(handle, { start, end }, (piece) => hash.update(piece));
  return hash.digest('hex') === leaf.sha256;
}

/** Remembers the last leaf as it was sent, to compare it with what the disk tells when the file is reopened. */
export function createTail(sizeBytes: number) {
  const start = Math.floor(Math.max(sizeBytes - 1, 0) / limits.leafBytes) * limits.leafBytes;
  let hash = createHash('sha256');
  let next = start;
  return {
    append(chunk: Uint8Array, position: number): void {
      const skipped = Math.max(start - position, 0);
      if (skipped >= chunk.length) return;
      if (position + skipped === start) {
        hash = createHash('sha256'); // the file was begun anew
        next = start;
      }
      if (position + skipped !== next) return;
      hash.update(chunk.subarray(skipped));
      next = position + chunk.length;
    },
    /** False also for a leaf that was not sent in one go: then it is not known. */
    async isOnDisk(file: string): Promise<boolean> {
      const handle = await open(file, 'r');
      try {
        if (next !== sizeBytes || (await handle.stat()).size !== sizeBytes) return false;
        const found = createHash('sha256');
        await readRange(handle, { start, end: sizeBytes }, (piece) => found.update(piece));
        return found.digest('hex') === hash.copy().digest('hex');
      } finally {
        await handle.close();
      }
    },
  };
}
