import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { renamePatiently } from '../../platform/storage/files.ts';
import { hashFile } from '../../platform/storage/inspect-files.ts';
import { chunkBytes, createChunkJournal, type Wanted } from './chunk-journal.ts';
import { createRunningHash } from './running-hash.ts';
import { findWhole, openPart, type StagedPaths } from './staging.ts';

const stepBytes = 4 * 1024 * 1024;

async function writeAll(handle: FileHandle, content: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < content.length; )
    at += (await handle.write(content, at, content.length - at, position + at)).bytesWritten;
}

/** Reads a range of an open file in order; each piece is valid until the next one. */
async function readRange(
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

async function isChunkGood(
  handle: FileHandle,
  chunk: { readonly index: number; readonly sha256: string; readonly endBytes: number },
): Promise<boolean> {
  const hash = createHash('sha256');
  const start = chunk.index * chunkBytes;
  const end = Math.min(start + chunkBytes, chunk.endBytes);
  await readRange(handle, { start, end }, (piece) => hash.update(piece));
  return hash.digest('hex') === chunk.sha256;
}

/** Hashes the last chunk as it was received, to compare it with the disk when the file is reopened. */
function createTail(sizeBytes: number) {
  const start = Math.floor(Math.max(sizeBytes - 1, 0) / chunkBytes) * chunkBytes;
  let hash = createHash('sha256');
  let next = start;
  return {
    append(piece: Uint8Array, position: number): void {
      const skipped = Math.max(start - position, 0);
      if (skipped >= piece.length) return;
      if (position + skipped === start) {
        hash = createHash('sha256'); // the file restarted
        next = start;
      }
      if (position + skipped !== next) return;
      hash.update(piece.subarray(skipped));
      next = position + piece.length;
    },
    /** False also for a chunk that did not arrive in one piece, as its hash is then unknown. */
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

/** Receives a range of the file in order. Positions are offsets in the whole file. */
export type Receiver = {
  readonly startBytes: number;
  readonly endBytes: number;
  readonly receivedBytes: () => number;
  readonly append: (content: Uint8Array) => Promise<void>;
  readonly restart: () => Promise<void>;
};

export type StagedFile = {
  readonly keptBytes: number;
  readonly receivedBytes: () => number;
  /** Closes the file for a later run, which resumes after the last whole chunk; without one, nothing is kept. */
  readonly keep: () => Promise<void>;
  /** Removes the file; does nothing once it has been moved into place. */
  readonly discard: () => Promise<void>;
};

export type PartFile = Receiver &
  StagedFile & {
    /** Verifies the last chunk on the disk, and falls back to the last intact one. */
    readonly checkLastChunk: (hashes: readonly string[]) => Promise<void>;
    readonly findBadChunks: (hashes: readonly string[]) => Promise<number[]>;
    readonly replaceChunk: (index: number) => Receiver;
    /** Syncs and returns the SHA-256 of the content. */
    readonly finish: () => Promise<string>;
    /** Closes the finished file and renames it to the name for complete files. */
    readonly seal: () => Promise<void>;
  };

const neverAborts = new AbortController().signal;

/** Wraps a complete file in staging; an earlier run left `keptBytes` of it. */
export const toStaged = (place: StagedPaths, sizeBytes: number, keptBytes = 0): StagedFile => ({
  keptBytes,
  receivedBytes: () => sizeBytes,
  keep: async () => undefined,
  discard: () => rm(place.whole, { force: true }),
});

/** Opens the complete file that an earlier run left, if its content is right; removes a damaged one. */
export async function openWhole(
  target: string,
  place: StagedPaths,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<StagedFile | null> {
  if (!(await onDisk(target, () => findWhole(place, wanted, signal)))) return null;
  return toStaged(place, wanted.sizeBytes, wanted.sizeBytes);
}

/** Opens a part file in staging. Disk errors are thrown as AppErrors that name the file's final place. */
export async function createPartFile(target: string, place: StagedPaths, wanted: Wanted): Promise<PartFile> {
  const { handle, keptBytes } = await onDisk(target, () => openPart(place, wanted));
  const journal = createChunkJournal(place.journal, wanted);
  const hash = createRunningHash((range, visit) => readRange(handle, range, visit));
  let received = keptBytes;
  const tail = createTail(wanted.sizeBytes);
  let noting: Promise<unknown> = Promise.resolve();
  let isOpen = true;
  let isSealed = false;

  function noteChunk(chunk: number): void {
    noting = noting
      .then(() => handle.datasync())
      .then(() => journal.note(chunk))
      .catch(() => undefined); // without its line, the chunk is fetched again
  }

  async function close(): Promise<void> {
    await Promise.all([noting, hash.stop()]);
    await journal.close();
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  }

  async function truncate(bytes: number): Promise<void> {
    await onDisk(target, () => handle.truncate(bytes));
    received = bytes;
    hash.forget();
  }

  async function removeAll(): Promise<void> {
    await close().catch(() => undefined);
    await rm(isSealed ? place.whole : place.file, { force: true });
    await journal.remove();
  }

  const isGood = (index: number, sha256: string | undefined) =>
    onDisk(target, () => isChunkGood(handle, { index, sha256: sha256 ?? '', endBytes: received }));

  return {
    keptBytes,
    startBytes: 0,
    endBytes: wanted.sizeBytes,
    receivedBytes: () => received,
    async append(content) {
      await onDisk(target, () => writeAll(handle, content, received));
      const before = Math.floor(received / chunkBytes);
      hash.append(content, received);
      tail.append(content, received);
      received += content.length;
      const after = Math.floor(received / chunkBytes);
      for (let chunk = before; chunk < after; chunk += 1) noteChunk(chunk);
    },
    async restart() {
      await noting;
      await journal.remove();
      await truncate(0);
    },
    async checkLastChunk(hashes) {
      let last = received / chunkBytes - 1;
      while (last >= 0 && !(await isGood(last, hashes[last]))) last -= 1;
      const good = (last + 1) * chunkBytes;
      if (good < received) await truncate(good);
    },
    async findBadChunks(hashes) {
      const bad: number[] = [];
      for (const [index, sha256] of hashes.entries()) if (!(await isGood(index, sha256))) bad.push(index);
      return bad;
    },
    replaceChunk(index) {
      const startBytes = index * chunkBytes;
      let position = startBytes;
      hash.forget();
      return {
        startBytes,
        endBytes: Math.min(startBytes + chunkBytes, wanted.sizeBytes),
        receivedBytes: () => position,
        async append(content) {
          await onDisk(target, () => writeAll(handle, content, position));
          position += content.length;
        },
        async restart() {
          position = startBytes;
        },
      };
    },
    async finish() {
      const sha256 = await onDisk(target, () => hash.digest(received));
      await onDisk(target, () => handle.sync());
      // Another program or a network share may have changed or lost the data.
      if (await onDisk(target, () => tail.isOnDisk(place.file))) return sha256;
      return onDisk(target, () => hashFile(place.file, neverAborts));
    },
    async seal() {
      await close();
      await onDisk(target, () => renamePatiently(place.file, place.whole));
      isSealed = true;
      await journal.remove();
    },
    async keep() {
      if (isSealed) return;
      if (received < chunkBytes) await removeAll();
      else await close();
    },
    discard: removeAll,
  };
}
