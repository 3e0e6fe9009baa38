import type { DownloadJob } from '../ipc/contract.ts';
import type { LibraryRoots } from '../library/roots.ts';
import { isFinished } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { Roster } from './roster.ts';
import { sweepParts } from './sweep-parts.ts';

const day = 24 * 60 * 60 * 1000;

type LeftoversOptions = {
  readonly store: JobStore;
  readonly roster: Roster;
  readonly roots: LibraryRoots;
  readonly libraryFolder: () => string;
  readonly now: () => number;
};

const isUnderWay = ({ status }: DownloadJob) =>
  status === 'resolving' || status === 'downloading' || status === 'verifying';

export type Leftovers = {
  /** What was received of a cancelled download stays for a day, in case the person changes their mind. */
  readonly keep: (job: DownloadJob) => void;
  /** Removes part files that nothing will continue, in every library that downloads went to. Returns how many. */
  readonly sweep: () => Promise<number>;
  /** Whether the day of some of it is over. */
  readonly isDue: () => boolean;
};

export function createLeftovers(options: LeftoversOptions): Leftovers {
  const { store, roster, roots, now } = options;

  async function sweepLibrary(library: string): Promise<number> {
    if ((await roots.findAbsence(library)) !== null) return 0; // next time
    const jobs = roster.values().filter((job) => job.library === library);
    const leftovers = store.readLeftovers().filter((leftover) => leftover.library === library);
    const kept = leftovers.filter(({ until }) => Date.parse(until) > now());
    const going = jobs.filter((job) => !isFinished(job) || job.status === 'failed');
    const count = await sweepParts(library, {
      isRunning: (guid) => roster.values().some((job) => job.guid === guid && isUnderWay(job)),
      guids: new Set([...jobs, ...leftovers].map(({ guid }) => guid)),
      resumable: new Set([...going, ...kept].map(({ guid }) => guid)),
    });
    for (const leftover of leftovers) if (!kept.includes(leftover)) store.dropLeftover(leftover);
    return count;
  }

  return {
    keep({ library, guid }) {
      if (library !== null) store.keepUntil({ library, guid, until: new Date(now() + day).toISOString() });
    },
    isDue: () => store.readLeftovers().some(({ until }) => Date.parse(until) <= now()),
    async sweep() {
      const libraries = new Set([options.libraryFolder(), ...store.readLibraries()]);
      let count = 0;
      for (const library of libraries) count += await sweepLibrary(library);
      return count;
    },
  };
}
