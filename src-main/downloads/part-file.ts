import { rm } from 'node:fs/promises';
import { limits } from '../../server/contract/limits.ts';
import { hashFile } from '../storage/hash-file.ts';
import { renamePatiently } from '../storage/rename-patiently.ts';
import { onDisk } from './disk.ts';
import { createLeafJournal, type Wanted } from './leaf-journal.ts';
import { byteCount, createTail, isLeafGood, readRange, writeAll } from './part-content.ts';
import { findWhole, openPart, type PartPlace } from './part-place.ts';
import { createRunningHash } from './running-hash.ts';

/** Receives the bytes of a range of the file, in order. Positions are offsets in the whole file. */
export type Receiver = {
  readonly startBytes: number;
  readonly endBytes: number;
  /** Where the next byte goes. */
  readonly receivedBytes: () => number;
  readonly append: (chunks: readonly Uint8Array[]) => Promise<void>;
  /** Discards what was received. */
  readonly restart: () => Promise<void>;
};

/** A file in staging, on its way to its final place. */
export type StagedFile = {
  /** Bytes left by an earlier run. */
  readonly keptBytes: number;
  readonly receivedBytes: () => number;
  /** Closes it for a later run, which continues after the last whole leaf; without one, nothing is kept. */
  readonly keep: () => Promise<void>;
  /** Removes it; harmless once it has been moved into place. */
  readonly discard: () => Promise<void>;
};

export type PartFile = Receiver &
  StagedFile & {
    /** Checks the last leaf on the disk, and goes back to the last intact one. */
    readonly checkLastLeaf: (leaves: readonly string[]) => Promise<void>;
    /** Indexes of the damaged leaves. */
    readonly findBadLeaves: (leaves: readonly string[]) => Promise<number[]>;
    /** Receives the bytes of one leaf again. */
    readonly replaceLeaf: (index: number) => Receiver;
    /** Syncs and returns the SHA-256 of the content. */
    readonly finish: () => Promise<string>;
    /** Closes the finished file under a name by which a later run knows that it is complete. */
    readonly seal: () => Promise<void>;
  };

const { leafBytes } = limits;
const neverAborts = new AbortController().signal;

/** A complete file in staging; `keptBytes` of it were left by an earlier run. */
export const toStaged = (place: PartPlace, sizeBytes: number, keptBytes = 0): StagedFile => ({
  keptBytes,
  receivedBytes: () => sizeBytes,
  keep: async () => undefined,
  discard: () => rm(place.whole, { force: true }),
});

/** The complete file that an earlier run left, if its content is right. */
export async function openWhole(
  target: string,
  place: PartPlace,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<StagedFile | null> {
  if (!(await onDisk(target, () => findWhole(place, wanted, signal)))) return null;
  return toStaged(place, wanted.sizeBytes, wanted.sizeBytes);
}

/** A partly downloaded file in staging. Disk errors are thrown as AppError that name its final place. */
export async function createPartFile(target: string, place: PartPlace, wanted: Wanted): Promise<PartFile> {
  const { handle, keptBytes } = await onDisk(target, () => openPart(place, wanted));
  const journal = createLeafJournal(place.journal, wanted);
  const hash = createRunningHash((range, visit) => readRange(handle, range, visit));
  let received = keptBytes;
  const tail = createTail(wanted.sizeBytes);
  let noting: Promise<unknown> = Promise.resolve();
  let isOpen = true;
  let isSealed = false;

  function noteLeaf(leaf: number): void {
    noting = noting
      .then(() => handle.datasync())
      .then(() => journal.note(leaf))
      .catch(() => undefined); // without its line, the leaf is fetched again
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
    onDisk(target, () => isLeafGood(handle, { index, sha256: sha256 ?? '', endBytes: received }));

  return {
    keptBytes,
    startBytes: 0,
    endBytes: wanted.sizeBytes,
    receivedBytes: () => received,
    async append(chunks) {
      await onDisk(target, () => writeAll(handle, chunks, received));
      const before = Math.floor(received / leafBytes);
      for (const chunk of chunks) {
        hash.append(chunk, received);
        tail.append(chunk, received);
        received += chunk.length;
      }
      const after = Math.floor(received / leafBytes);
      for (let leaf = before; leaf < after; leaf += 1) noteLeaf(leaf);
    },
    async restart() {
      await noting;
      await journal.remove();
      await truncate(0);
    },
    async checkLastLeaf(leaves) {
      let last = received / leafBytes - 1;
      while (last >= 0 && !(await isGood(last, leaves[last]))) last -= 1;
      const good = (last + 1) * leafBytes;
      if (good < received) await truncate(good);
    },
    async findBadLeaves(leaves) {
      const bad: number[] = [];
      for (const [index, sha256] of leaves.entries()) if (!(await isGood(index, sha256))) bad.push(index);
      return bad;
    },
    replaceLeaf(index) {
      const startBytes = index * leafBytes;
      let position = startBytes;
      hash.forget();
      return {
        startBytes,
        endBytes: Math.min(startBytes + leafBytes, wanted.sizeBytes),
        receivedBytes: () => position,
        async append(chunks) {
          await onDisk(target, () => writeAll(handle, chunks, position));
          position += byteCount(chunks);
        },
        async restart() {
          position = startBytes;
        },
      };
    },
    async finish() {
      const sha256 = await onDisk(target, () => hash.digest(received));
      await onDisk(target, () => handle.sync());
      // What was sent is not yet what is stored: another program, or a share, may have changed or lost some of it.
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
      if (received < leafBytes) await removeAll();
      else await close();
    },
    discard: removeAll,
  };
}
