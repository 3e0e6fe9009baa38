import type { DownloadJob } from '../ipc/contract.ts';
import { rankOf } from './job.ts';

/** Downloads with the same server, account and library: they can start, or have to wait, together. */
export type Lane = string;
const laneOf = ({ server, account, library }: DownloadJob): Lane =>
  JSON.stringify([server, account, library]);

type Place = {
  readonly id: string;
  readonly folder: string;
  readonly rank: number;
  readonly isRetry: boolean;
  readonly position: number;
};

type Lineup = {
  /** Takes its place by priority, then by position; what was tried before goes behind what was not. */
  readonly enter: (job: DownloadJob, isRetry?: boolean) => void;
  readonly leave: (id: string) => void;
  /** Takes out the first download that may start. `isBusy` tells whether a model's folder is in use. */
  readonly next: (isOpen: (lane: Lane) => boolean, isBusy: (folder: string) => boolean) => string | null;
};

/** Two downloads of one model share its folder and receipt in the library. */
export const folderKeyOf = ({ library, guid }: DownloadJob) => JSON.stringify([library, guid]);

const compare = (a: Place, b: Place) =>
  a.rank - b.rank ||
  Number(a.isRetry) - Number(b.isRetry) ||
  a.position - b.position ||
  (a.id < b.id ? -1 : Number(a.id > b.id));

/** Where a place is, or would be, in a sorted list. */
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

/** The downloads that could start now, in order, without looking at any of the others. */
export function createLineup(): Lineup {
  const lanes = new Map<Lane, Place[]>();
  const entered = new Map<string, { readonly lane: Lane; readonly place: Place }>();

  function leave(id: string): void {
    const found = entered.get(id);
    if (!found) return;
    entered.delete(id);
    const places = lanes.get(found.lane);
    places?.splice(findIndex(places, found.place), 1);
    if (places?.length === 0) lanes.delete(found.lane);
  }

  return {
    leave,
    enter(job, isRetry = false) {
      leave(job.id);
      const { id, position } = job;
      const place = { id, position, isRetry, rank: rankOf(job), folder: folderKeyOf(job) };
      const lane = laneOf(job);
      const places = lanes.get(lane) ?? [];
      places.splice(findIndex(places, place), 0, place);
      lanes.set(lane, places);
      entered.set(id, { lane, place });
    },
    next(isOpen, isBusy) {
      let best: Place | undefined;
      for (const [lane, places] of lanes) {
        if (!isOpen(lane)) continue;
        const first = places.find(({ folder }) => !isBusy(folder));
        if (first && (!best || compare(first, best) < 0)) best = first;
      }
      if (best) leave(best.id);
      return best?.id ?? null;
    },
  };
}
