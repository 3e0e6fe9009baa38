import { AppError } from '../../server/contract/errors.ts';
import type { DownloadJob, DownloadList, DownloadsChange } from '../ipc/contract.ts';
import { fileKeyOf, isFinished, isSettled } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { Tally } from './tally.ts';

export type Roster = {
  readonly get: (id: string) => DownloadJob | undefined;
  /** Throws NOT_FOUND. */
  readonly find: (id: string) => DownloadJob;
  readonly values: () => DownloadJob[];
  /** The jobs of exactly one file, by its key. */
  readonly findSame: (key: string) => DownloadJob[];
  /** Adds or replaces a job. */
  readonly put: (job: DownloadJob) => void;
  readonly remove: (id: string) => void;
  /** The sums continue with those of the last run, once all of its jobs are in the list. */
  readonly resume: () => void;
  readonly read: () => DownloadList;
  /** What has changed since the last call; null when nothing has. */
  readonly takeChange: () => DownloadsChange | null;
};

type RosterOptions = {
  readonly store: JobStore;
  readonly tally: Tally;
  readonly onChange: () => void;
};

/** Downloads that need nothing any more are listed up to this number. */
const settledKept = 2000;

const keyOf = (job: DownloadJob) =>
  fileKeyOf(job, { server: job.server ?? '', account: job.account, library: job.library ?? '' });

/** Progress is not worth a write: the next run finds out on its own. */
function isWorthSaving(before: DownloadJob | undefined, after: DownloadJob): boolean {
  if (!before) return true;
  const { receivedBytes: _bytes, bytesPerSecond: _speed, ...rest } = after;
  return Object.entries(rest).some(([name, value]) => Reflect.get(before, name) !== value);
}

/** The list of downloads: every change passes here, and goes to the disk, the window and the sums. */
export function createRoster({ store, tally, onChange }: RosterOptions): Roster {
  const jobs = new Map<string, DownloadJob>();
  const byFile = new Map<string, Set<string>>();
  /** IDs in the order in which they settled. */
  const settled = new Set<string>();
  let changed = new Set<string>();
  let removed = new Set<string>();
  let revision = 0;

  function unlist(job: DownloadJob): void {
    const key = keyOf(job);
    const same = byFile.get(key);
    same?.delete(job.id);
    if (same?.size === 0) byFile.delete(key);
  }

  function tell(id: string, isRemoved: boolean): void {
    (isRemoved ? removed : changed).add(id);
    (isRemoved ? changed : removed).delete(id);
    revision += 1;
    onChange();
  }

  function remove(id: string): void {
    const job = jobs.get(id);
    if (!job) return;
    jobs.delete(id);
    settled.delete(id);
    unlist(job);
    tally.count(job, undefined);
    store.remove(id);
    tell(id, true);
  }

  function put(job: DownloadJob): void {
    const { id } = job;
    const before = jobs.get(id);
    if (before) unlist(before);
    jobs.set(id, job);
    const key = keyOf(job);
    byFile.set(key, (byFile.get(key) ?? new Set()).add(id));
    tally.count(before, job);
    if (isWorthSaving(before, job)) store.put(job);
    if (!isSettled(job)) settled.delete(id);
    else if (!settled.has(id)) settled.add(id);
    tell(id, false);
    const [oldest] = settled;
    if (settled.size > settledKept && oldest !== undefined) remove(oldest);
  }

  return {
    get: (id) => jobs.get(id),
    find(id) {
      const job = jobs.get(id);
      if (!job) throw new AppError('NOT_FOUND', 'This download is no longer in the list.');
      return job;
    },
    values: () => [...jobs.values()],
    findSame: (key) => [...(byFile.get(key) ?? [])].flatMap((id) => jobs.get(id) ?? []),
    put,
    remove,
    resume: () => tally.resume([...jobs.values()]),
    read: () => ({ revision, jobs: [...jobs.values()], summary: tally.read() }),
    takeChange() {
      if (changed.size === 0 && removed.size === 0) return null;
      const change = {
        revision,
        jobs: [...changed].flatMap((id) => jobs.get(id) ?? []),
        removed: [...removed],
        summary: tally.read(),
      };
      changed = new Set();
      removed = new Set();
      return change;
    },
  };
}

/** Every job that is not finished, or those of these IDs. */
export function selectJobs(roster: Roster, ids: readonly string[] | null): DownloadJob[] {
  if (ids === null) return roster.values().filter((job) => !isFinished(job));
  return ids.map(roster.find);
}
