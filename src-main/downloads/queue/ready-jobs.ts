import type { DownloadJob } from '../../platform/ipc/contract.ts';
import { rankOf } from './job.ts';

/** A key for downloads with the same server, account and library, which can all start or all must wait. */
export type Group = string;
const groupOf = ({ server, account, library }: DownloadJob): Group =>
  JSON.stringify([server, account, library]);

type Place = {
  readonly id: string;
  readonly folder: string;
  readonly rank: number;
  readonly isRetry: boolean;
  readonly position: number;
};

/** Two downloads of one model share its folder and receipt in the library. */
export const folderKeyOf = ({ library, guid }: DownloadJob) => JSON.stringify([library, guid]);

const compare = (a: Place, b: Place) =>
  a.rank - b.rank ||
  Number(a.isRetry) - Number(b.isRetry) ||
  a.position - b.position ||
  (a.id < b.id ? -1 : Number(a.id > b.id));

/** Returns the index of a place in a sorted list, or where to insert it. */
function findIndex(places: readonly Place[], wanted: Place): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = places[middle];
    if (found !== undefined && compare(found, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps the downloads that could start now in order; finding the next one does not visit the rest. */
export function createReadyJobs() {
  const groups = new Map<Group, Place[]>();
  const entered = new Map<string, { readonly group: Group; readonly place: Place }>();

  function leave(id: string): void {
    const found = entered.get(id);
    if (!found) return;
    entered.delete(id);
    const places = groups.get(found.group);
    places?.splice(findIndex(places, found.place), 1);
    if (places?.length === 0) groups.delete(found.group);
  }

  return {
    leave,
    /** Adds a job by priority, then by position; retries go behind jobs that have not been tried. */
    enter(job: DownloadJob, isRetry = false): void {
      leave(job.id);
      const { id, position } = job;
      const place = { id, position, isRetry, rank: rankOf(job), folder: folderKeyOf(job) };
      const group = groupOf(job);
      const places = groups.get(group) ?? [];
      places.splice(findIndex(places, place), 0, place);
      groups.set(group, places);
      entered.set(id, { group, place });
    },
    /** Removes and returns the first job that may start. `isBusy` is true if a model's folder is in use. */
    next(isOpen: (group: Group) => boolean, isBusy: (folder: string) => boolean): string | null {
      let best: Place | undefined;
      for (const [group, places] of groups) {
        if (!isOpen(group)) continue;
        const first = places.find(({ folder }) => !isBusy(folder));
        if (first && (!best || compare(first, best) < 0)) best = first;
      }
      if (best) leave(best.id);
      return best?.id ?? null;
    },
  };
}
