import type { Clock } from '../../../base/clock.ts';

/** Folders that were still being written when last visited. */
export type Settling = {
  readonly quietMs: number;
  readonly note: (folder: string, stamp: string) => void;
  readonly forget: (folder: string) => void;
  /** The stamp that a folder has kept for at least `quietMs` by our own clock, or null. */
  readonly settledStamp: (folder: string) => string | null;
  readonly folders: () => readonly string[];
};

export function createSettling(quietMs: number, clock: Clock): Settling {
  const seen = new Map<string, { readonly stamp: string; readonly since: number }>();
  return {
    quietMs,
    note(folder, stamp) {
      if (seen.get(folder)?.stamp !== stamp) seen.set(folder, { stamp, since: clock() });
    },
    forget: (folder) => void seen.delete(folder),
    settledStamp(folder) {
      const known = seen.get(folder);
      return known && clock() - known.since >= quietMs ? known.stamp : null;
    },
    folders: () => [...seen.keys()],
  };
}
