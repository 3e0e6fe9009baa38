import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Sharing, takeLeaseIfFree, takeLeaseUnlessAlive } from '../../library/lease.ts';
import { listModelFolders, type ModelFolder } from '../../library/model-folders.ts';
import { stateFolder } from '../../library/place.ts';
import { restoreReceipt } from '../../library/receipt.ts';
import type { LibraryRoots } from '../../library/roots.ts';
import { isUnfinished } from '../../library/swap-intent.ts';
import type { DownloadJob } from '../../platform/ipc/contract.ts';
import { readDiskTime } from '../../platform/storage/inspect-files.ts';
import type { Log } from '../../platform/storage/log.ts';
import { isFinished } from '../queue/job.ts';
import type { JobList } from '../queue/job-list.ts';
import type { JobStore } from '../queue/job-store.ts';
import { isStagingOf, openedStaging, openStaging, stagedName, takeModelLease } from '../staging/staging.ts';
import { recoverSwap } from './recover-swap.ts';

type SweepOptions = {
  readonly library: string;
  readonly folders: readonly ModelFolder[];
  readonly sharing: Sharing;
  readonly resumable: ReadonlySet<string>;
};

const neverAborts = new AbortController().signal;

/** Returns the files worth keeping: a part file needs its journal; a complete file does not. */
function findUseful(names: readonly string[]): ReadonlySet<string> {
  const parts = names.filter((name) => name.endsWith('.part'));
  const resumable = parts.flatMap((part) => {
    const journal = part.replace(/\.part$/, '.leaves');
    return names.includes(journal) ? [part, journal] : [];
  });
  return new Set([...resumable, ...names.filter((name) => name.endsWith('.whole'))]);
}

/** Skips folders in use: a computer with a copy of this one's data may be writing there. */
async function sweepStaging(options: SweepOptions, folder: string, keepsUseful: boolean): Promise<number> {
  const { sharing, library } = options;
  const machine = await sharing.machine();
  const lease = await takeLeaseIfFree({
    ...{ folder, name: openedStaging.leaseName, machine, timing: sharing.timing, signal: neverAborts },
  });
  if (lease === null) return 0;
  const names = await readdir(folder);
  const useful = keepsUseful ? findUseful(names) : new Set<string>();
  const useless = names.filter((name) => stagedName.test(name) && !useful.has(name));
  for (const name of useless) await rm(path.join(folder, name), { force: true });
  await openedStaging.close(library, folder, lease);
  return useless.length;
}

const anyStaging = /^[0-9a-f]{16}(-\d+)?$/;
/** Milliseconds of silence after which another computer's parts count as abandoned. */
const abandonedAfter = 30 * 24 * 60 * 60 * 1000;

async function readLastWrite(folder: string, names: readonly string[]): Promise<number> {
  const found = await Promise.all(names.map((name) => lstat(path.join(folder, name))));
  return Math.max(...found.map(({ mtimeMs }) => mtimeMs));
}

/** Removes files that another computer left in staging a month ago, unless its lease is still alive. */
async function sweepAbandoned({ library, sharing }: SweepOptions, folder: string): Promise<number> {
  const names = await readdir(folder);
  const staged = names.filter((name) => stagedName.test(name));
  if (staged.length === 0) return 0;
  // Both times come from the disk's clock, as the clocks of two computers can differ.
  const age = (await readDiskTime(folder)) - (await readLastWrite(folder, names));
  if (age <= abandonedAfter) return 0;
  const machine = await sharing.machine();
  const lease = await takeLeaseUnlessAlive({
    ...{ folder, name: openedStaging.leaseName, machine, timing: sharing.timing, signal: neverAborts },
  });
  if (lease === null) return 0;
  for (const name of staged) await rm(path.join(folder, name), { force: true });
  await openedStaging.close(library, folder, lease);
  return staged.length;
}

/** Removes this computer's staging without a job, and others' after a month of silence. Returns the number of files. */
export async function sweepParts(options: SweepOptions): Promise<number> {
  const machine = await options.sharing.machine();
  let count = 0;
  for (const { folder, reading } of options.folders) {
    const guid = reading.kind === 'receipt' ? reading.receipt.guid : null;
    const isResumable = [...options.resumable].some(
      (known) => known === guid || path.basename(folder).endsWith(`_${known}`),
    );
    const state = path.join(folder, stateFolder);
    const entries = await readdir(state, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const place = path.join(state, entry.name);
      if (!entry.isDirectory()) continue;
      if (isStagingOf(machine, entry.name))
        count += await sweepStaging(options, place, isResumable).catch(() => 0);
      else if (anyStaging.test(entry.name)) count += await sweepAbandoned(options, place).catch(() => 0);
    }
  }
  return count;
}

type RecoverOptions = {
  readonly library: string;
  readonly folders: readonly ModelFolder[];
  readonly sharing: Sharing;
  readonly signal: AbortSignal;
  readonly log: Log;
};

async function recoverModel(options: RecoverOptions, folder: string): Promise<boolean> {
  const { library, sharing, signal } = options;
  const staging = await openStaging(library, folder, sharing, signal);
  try {
    const lease = await takeModelLease(folder, sharing, signal);
    try {
      const isRecovered = await recoverSwap({ library, folder, lease, staging: staging.folder, signal });
      return (await restoreReceipt(folder)) || isRecovered;
    } finally {
      await lease.release();
    }
  } finally {
    await staging.close();
  }
}

/** Finishes or undoes interrupted changes, and restores receipts; waits for other computers. True if anything changed. */
export async function recoverLibrary(options: RecoverOptions): Promise<boolean> {
  const { folders, log, signal } = options;
  let isChanged = false;
  for (const { folder, reading } of folders) {
    const isDamaged = reading.kind === 'receipt' && reading.damage !== null;
    if (!isDamaged && !(await isUnfinished(folder))) continue;
    try {
      isChanged = (await recoverModel(options, folder)) || isChanged;
      log.info('library.recovered', { model: path.basename(folder) });
    } catch (error) {
      if (signal.aborted) return isChanged;
      log.warn('library.not-recovered', { folder, error });
    }
  }
  return isChanged;
}

const day = 24 * 60 * 60 * 1000;

type UpkeepOptions = {
  readonly store: JobStore;
  readonly jobList: JobList;
  readonly roots: LibraryRoots;
  readonly sharing: Sharing;
  readonly libraryFolder: () => string;
  readonly onLibraryChange: (folder: string | null) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly log: Log;
};

/** Cleans the libraries that downloads went to. A library that is away is skipped until later. */
export function createUpkeep(options: UpkeepOptions) {
  const { store, jobList, roots, sharing, libraryFolder, signal, now, log } = options;

  async function listFolders(library: string) {
    if ((await roots.findAbsence(library)) !== null) return null;
    return listModelFolders(library).catch(() => null);
  }

  /** Removes received files that no download will resume. Returns their number. */
  async function sweepLeftovers(library: string, folders: readonly ModelFolder[]): Promise<number> {
    const jobs = jobList.values().filter((job) => job.library === library);
    const leftovers = store.readLeftovers().filter((leftover) => leftover.library === library);
    const kept = leftovers.filter(({ until }) => Date.parse(until) > now());
    const going = jobs.filter((job) => !isFinished(job) || job.status === 'failed');
    const resumable = new Set([...going, ...kept].map(({ guid }) => guid));
    const count = await sweepParts({ library, folders, sharing, resumable });
    for (const leftover of leftovers) if (!kept.includes(leftover)) store.dropLeftover(leftover);
    return count;
  }

  async function sweep(library: string): Promise<void> {
    const folders = await listFolders(library);
    if (folders === null || signal.aborted) return;
    const count = await sweepLeftovers(library, folders).catch((error: unknown) => {
      log.warn('downloads.not-swept', { library, error });
      return 0;
    });
    if (count > 0) log.info('downloads.swept', { count });
  }

  const listOthers = () => store.readLibraries().filter((library) => library !== libraryFolder());

  const upkeep = {
    /** Keeps the received parts of a cancelled download for a day, in case the user changes their mind. */
    keepLeftovers({ library, guid }: Pick<DownloadJob, 'library' | 'guid'>): void {
      if (library !== null) store.keepUntil({ library, guid, until: new Date(now() + day).toISOString() });
    },
    sweepCurrent: () => sweep(libraryFolder()),
    /** Sweeps the other libraries that downloads went to, which can be away or slow. */
    async sweepOthers(): Promise<void> {
      for (const library of listOthers()) await sweep(library);
    },
    /** Sweeps all libraries once some leftovers are a day old. */
    async sweepDue(): Promise<void> {
      if (!store.readLeftovers().some(({ until }) => Date.parse(until) <= now())) return;
      await upkeep.sweepCurrent();
      await upkeep.sweepOthers();
    },
    async recover(): Promise<void> {
      for (const library of [libraryFolder(), ...listOthers()]) {
        const folders = (await listFolders(library)) ?? [];
        const isChanged = await recoverLibrary({ library, folders, sharing, signal, log });
        if (isChanged) options.onLibraryChange(null);
      }
    },
    follow(from: string, to: string): void {
      for (const leftover of store.readLeftovers().filter(({ library }) => library === from)) {
        store.dropLeftover(leftover);
        store.keepUntil({ ...leftover, library: to });
      }
    },
  };
  return upkeep;
}
