import { AppError } from '../../server/contract/errors.ts';
import { formatBytes } from './disk.ts';
import type { Space } from './space.ts';
import type { Tally } from './tally.ts';

type RoomOptions = {
  readonly readFree: Space['readFree'];
  readonly tally: Tally;
  /** Milliseconds after which a disk that is not responding is not waited for. */
  readonly patience?: number;
};

/** Null for a disk that is away or hangs: each download finds out for itself, before it is charged. */
export async function readFreeIfThere({ readFree, patience = 2000 }: RoomOptions, library: string) {
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

/** Checks that all downloads listed for a library fit there together, so that none of them is charged for nothing. */
export function createRoomCheck(options: RoomOptions): (library: string) => Promise<void> {
  return async (library) => {
    const freeBytes = await readFreeIfThere(options, library);
    const neededBytes = options.tally.readPending(library);
    if (freeBytes === null || neededBytes <= freeBytes) return;
    throw new AppError(
      'INSUFFICIENT_STORAGE',
      `With these, the list of downloads needs ${formatBytes(neededBytes)}, but the disk with ${library} has only ${formatBytes(freeBytes)} free. Nothing was added or charged. Free some space, choose another library folder in Settings, or download fewer models.`,
      { details: { neededBytes, freeBytes } },
    );
  };
}
