import type { Clock } from '../../../base/clock.ts';

/** Folders that were still being written when last visited. */
export type Settling = ReturnType<typeof createSettling>;

export function createSettling(quietMs: number, clock: Clock) {
  const seen = new Map<string, { readonly stamp: string; readonly since: number }>();
  return {
    quietMs,
    note(folder: string, stamp: string) {
      if (seen.get(folder)?.stamp !== stamp) seen.set(folder, { stamp, since: clock() });
    },
    forget: (folder: string) => void seen.delete(folder),
    /** The stamp that a folder has kept for at least `quietMs` by our own clock, or null. */
    settledStamp(folder: string) {
      const known = seen.get(folder);
      return known && clock() - known.since >= quietMs ? known.stamp : null;
    },
    folders: () => [...seen.keys()],
  };
}
