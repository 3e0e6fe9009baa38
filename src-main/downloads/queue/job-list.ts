import { AppError } from '../../../server/contract/errors.ts';
import type { DownloadJob, DownloadList, DownloadsChange } from '../../platform/ipc/contract.ts';
import { fileKeyOf, isFinished, isSettled } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { Totals } from './totals.ts';

export type JobList = ReturnType<typeof createJobList>;

const settledKept = 2000;

const keyOf = (job: DownloadJob) =>
  fileKeyOf(job, { server: job.server ?? '', account: job.account, library: job.library ?? '' });

/** Progress is not saved: the next start derives it from the part files. */
function isWorthSaving(before: DownloadJob | undefined, after: DownloadJob): boolean {
  if (!before) return true;
  const { receivedBytes: _bytes, bytesPerSecond: _speed, ...rest } = after;
  return Object.entries(rest).some(([name, value]) => Reflect.get(before, name) !== value);
}

/** The list of downloads. Passes every change to the disk, the window and the totals. */
export function createJobList({
  store,
  totals,
  onChange,
}: {
  readonly store: JobStore;
  readonly totals: Totals;
  readonly onChange: () => void;
}) {
  const jobs = new Map<string, DownloadJob>();
  const byFile = new Map<string, Set<string>>();
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
    totals.count(job, undefined);
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
    totals.count(before, job);
    if (isWorthSaving(before, job)) store.put(job);
    if (!isSettled(job)) settled.delete(id);
    else if (!settled.has(id)) settled.add(id);
    tell(id, false);
    const [oldest] = settled;
    if (settled.size > settledKept && oldest !== undefined) remove(oldest);
  }

  /** Throws NOT_FOUND. */
  function find(id: string): DownloadJob {
    const job = jobs.get(id);
    if (!job) throw new AppError('NOT_FOUND', 'This download is no longer in the list.');
    return job;
  }

  const values = (): DownloadJob[] => [...jobs.values()];

  return {
    get: (id: string) => jobs.get(id),
    find,
    values,
    /** Returns the jobs with these IDs; null selects every unfinished job. */
    select: (ids: readonly string[] | null): DownloadJob[] =>
      ids === null ? values().filter((job) => !isFinished(job)) : ids.map(find),
    /** Returns the jobs for exactly one file, by its key. */
    findSame: (key: string) => [...(byFile.get(key) ?? [])].flatMap((id) => jobs.get(id) ?? []),
    put,
    remove,
    /** Resumes the totals of the last run, once all of its jobs are in the list. */
    resume: () => totals.resume(values()),
    read: (): DownloadList => ({ revision, jobs: values(), summary: totals.read() }),
    /** Returns the changes since the last call; null if there are none. */
    takeChange(): DownloadsChange | null {
      if (changed.size === 0 && removed.size === 0) return null;
      const change = {
        revision,
        jobs: [...changed].flatMap((id) => jobs.get(id) ?? []),
        removed: [...removed],
        summary: totals.read(),
      };
      changed = new Set();
      removed = new Set();
      return change;
    },
  };
}
