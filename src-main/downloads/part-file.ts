import { createHash, type Hash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { onDisk } from './disk-failure.ts';

export const partSuffix = /\.[0-9a-f]{16}\.part$/;

export type PartFile = {
  readonly receivedBytes: () => number;
  readonly append: (chunk: Uint8Array) => Promise<void>;
  /** Throws away what was received. */
  readonly restart: () => Promise<void>;
  /** Syncs and closes; answers the SHA-256 of the content. */
  readonly finish: () => Promise<string>;
  /** Puts the finished file in its place, in one step. */
  readonly commit: () => Promise<void>;
  /** Removes it; harmless after a commit. */
  readonly discard: () => Promise<void>;
};

const renameDelays = [50, 200, 800] as const;

/** On Windows a virus scanner may hold a fresh file for a moment. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (const pause of renameDelays) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code !== 'EPERM' && code !== 'EBUSY' && code !== 'EACCES') throw error;
      await delay(pause);
    }
  }
  await rename(from, to);
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

/** A file in the making, beside the place it is for, hashed while it grows. What the disk refuses is an AppError. */
export async function createPartFile(target: string): Promise<PartFile> {
  const file = `${target}.${randomBytes(8).toString('hex')}.part`;
  const handle = await onDisk(target, () => open(file, 'wx'));
  let hash: Hash = createHash('sha256');
  let received = 0;
  let isOpen = true;

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  }

  return {
    receivedBytes: () => received,
    async append(chunk) {
      await onDisk(target, () => writeAll(handle, chunk, received));
      hash.update(chunk);
      received += chunk.length;
    },
    async restart() {
      await onDisk(target, () => handle.truncate(0));
      hash = createHash('sha256');
      received = 0;
    },
    async finish() {
      const digest = hash.copy().digest('hex');
      await onDisk(target, () => handle.sync());
      return digest;
    },
    async commit() {
      await close();
      await onDisk(target, () => renamePatiently(file, target));
    },
    async discard() {
      await close().catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}
