import type { DownloadJob } from '../ipc/contract.ts';
import type { ModelFolder } from '../library/model-folders.ts';
import { isFinished } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { Roster } from './roster.ts';
import type { Sharing } from './staging.ts';
import { sweepParts } from './sweep-parts.ts';

const day = 24 * 60 * 60 * 1000;

type LeftoversOptions = {
  readonly store: JobStore;
  readonly roster: Roster;
  readonly sharing: Sharing;
  readonly now: () => number;
};

export type Leftovers = {
  /** What was received of a cancelled download stays for a day, in case the person changes their mind. */
  readonly keep: (job: DownloadJob) => void;
  /** Removes what this computer received into a library and nothing will continue. Returns how many files. */
  readonly sweep: (library: string, folders: readonly ModelFolder[]) => Promise<number>;
  /** A library is at another place now. */
  readonly follow: (from: string, to: string) => void;
  /** Whether the day of some of it is over. */
  readonly isDue: () => boolean;
};

export function createLeftovers({ store, roster, sharing, now }: LeftoversOptions): Leftovers {
  return {
    keep({ library, guid }) {
      if (library !== null) store.keepUntil({ library, guid, until: new Date(now() + day).toISOString() });
    },
    async sweep(library, folders) {
      const jobs = roster.values().filter((job) => job.library === library);
      const leftovers = store.readLeftovers().filter((leftover) => leftover.library === library);
      const kept = leftovers.filter(({ until }) => Date.parse(until) > now());
      const going = jobs.filter((job) => !isFinished(job) || job.status === 'failed');
      const resumable = new Set([...going, ...kept].map(({ guid }) => guid));
      const count = await sweepParts({ library, folders, sharing, resumable });
      for (const leftover of leftovers) if (!kept.includes(leftover)) store.dropLeftover(leftover);
      return count;
    },
    follow(from, to) {
      for (const leftover of store.readLeftovers().filter(({ library }) => library === from)) {
        store.dropLeftover(leftover);
        store.keepUntil({ ...leftover, library: to });
      }
    },
    isDue: () => store.readLeftovers().some(({ until }) => Date.parse(until) <= now()),
  };
}
