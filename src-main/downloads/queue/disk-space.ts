import { statfs } from 'node:fs/promises';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { formatBytes } from '../../platform/storage/disk-errors.ts';
import type { Totals } from './totals.ts';

export type DiskSpace = ReturnType<typeof createDiskSpace>;
export type SpaceClaim = ReturnType<DiskSpace['open']>;

type Claim = { readonly library: string; neededBytes: number; writtenBytes: number };

/** Shares the free space among downloads, so that no two count on the same bytes. */
export function createDiskSpace() {
  const claims = new Set<Claim>();

  function countHeld(library: string, except: Claim): number {
    let bytes = 0;
    for (const claim of claims)
      if (claim !== except && claim.library === library)
        bytes += Math.max(0, claim.neededBytes - claim.writtenBytes);
    return bytes;
  }

  /** Concurrent callers share one query: on a share that hangs, each query would block a thread. */
  const asking = new Map<string, Promise<number>>();
  function readFreeOnce(library: string): Promise<number> {
    const answer = asking.get(library) ?? readFree(library).finally(() => asking.delete(library));
    asking.set(library, answer);
    return answer;
  }

  async function readFree(library: string): Promise<number> {
    const { bavail, bsize } = await statfs(library);
    return bavail * bsize;
  }

  function open(library: string) {
    const own: Claim = { library, neededBytes: 0, writtenBytes: 0 };
    return {
      /** Replaces the previous claim. Throws INSUFFICIENT_STORAGE if it does not fit next to the others. */
      async claim(neededBytes: number, title: string): Promise<void> {
        const freeBytes = Math.max(0, (await readFree(library)) - countHeld(library, own));
        if (freeBytes < neededBytes)
          throw new AppError(
            'INSUFFICIENT_STORAGE',
            sentence`“${{ title }}” needs ${{ size: formatBytes(neededBytes) }}, but the disk with ${{ folder: library }} has only ${{ free: formatBytes(freeBytes) }} free. Free some space or choose another library folder in Settings, then try again.`,
            { details: { neededBytes, freeBytes } },
          );
        own.neededBytes = neededBytes;
        own.writtenBytes = 0;
        claims.add(own);
      },
      /** Reports how much of the claim is written to the disk. */
      spend(writtenBytes: number): void {
        own.writtenBytes = writtenBytes;
      },
      release: () => void claims.delete(own),
    };
  }

  return {
    open,
    /** Free bytes, claimed or not. */
    readFree: readFreeOnce,
  };
}

type SpaceCheck = {
  readonly readFree: DiskSpace['readFree'];
  readonly totals: Totals;
  /** Milliseconds to wait for a disk that does not respond. */
  readonly patience?: number;
};

/** Reads the free bytes; null for a disk that is away or hangs. Each download checks again before it is charged. */
export async function readFreeIfThere({ readFree, patience = 2000 }: SpaceCheck, library: string) {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patience).unref();
  try {
    return await Promise.race([readFree(library), tooLate]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Checks that all listed downloads fit into a library together, so that none is charged in vain. */
export function createSpaceCheck(options: SpaceCheck): (library: string) => Promise<void> {
  return async (library) => {
    const freeBytes = await readFreeIfThere(options, library);
    const neededBytes = options.totals.readPending(library);
    if (freeBytes === null || neededBytes <= freeBytes) return;
    throw new AppError(
      'INSUFFICIENT_STORAGE',
      sentence`With these, the list of downloads needs ${{ size: formatBytes(neededBytes) }}, but the disk with ${{ folder: library }} has only ${{ free: formatBytes(freeBytes) }} free. Nothing was added or charged. Free some space, choose another library folder in Settings, or download fewer models.`,
      { details: { neededBytes, freeBytes } },
    );
  };
}
