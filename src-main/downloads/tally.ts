import type { DownloadJob, DownloadSummary } from '../ipc/contract.ts';
import { isFinished } from './job.ts';

/** What the downloads of a batch came to. */
export type BatchEnd = { readonly done: number; readonly failed: number };

export type Tally = {
  /** Call it for each change of a job; `after` is absent when it leaves the list. */
  readonly count: (before: DownloadJob | undefined, after: DownloadJob | undefined) => void;
  /** Takes up the batch of the last run; call it once all jobs are counted. */
  readonly resume: (jobs: readonly DownloadJob[]) => void;
  readonly read: () => DownloadSummary;
  /** Bytes that unfinished downloads of a library will still write, as far as it is known. */
  readonly readPending: (library: string) => number;
  /** The batch that has ended since the last call; null while one is under way, or if nothing came of it. */
  readonly takeEnd: () => BatchEnd | null;
};

const goesOn = (job: DownloadJob | undefined): job is DownloadJob =>
  job !== undefined && !isFinished(job) && job.status !== 'paused';
const sizeOf = ({ totalBytes, sizeBytes }: DownloadJob) => totalBytes ?? sizeBytes ?? null;
const leftOf = (job: DownloadJob) => Math.max(0, (sizeOf(job) ?? 0) - job.receivedBytes);

/** Sums over all downloads, kept up to date by differences. */
export function createTally(): Tally {
  const live = { count: 0, paused: 0, unsized: 0, bytes: 0, received: 0, left: 0, speed: 0 };
  let ended = { done: 0, failed: 0, bytes: 0 };
  const pending = new Map<string, number>();

  function add(job: DownloadJob, sign: 1 | -1): void {
    if (!isFinished(job) && job.library !== null)
      pending.set(job.library, (pending.get(job.library) ?? 0) + sign * leftOf(job));
    if (job.status === 'paused') live.paused += sign;
    if (!goesOn(job)) return;
    live.count += sign;
    live.unsized += sizeOf(job) === null ? sign : 0;
    live.bytes += sign * (sizeOf(job) ?? 0);
    live.received += sign * job.receivedBytes;
    live.left += sign * leftOf(job);
    live.speed += sign * (job.bytesPerSecond ?? 0);
  }

  function countEnd(before: DownloadJob | undefined, after: DownloadJob | undefined): void {
    if (goesOn(before) && after?.status === 'done') {
      ended.done += 1;
      ended.bytes += sizeOf(after) ?? 0;
    }
    if (goesOn(before) && after?.status === 'failed') ended.failed += 1;
    if (before?.status === 'failed' && goesOn(after)) ended.failed = Math.max(0, ended.failed - 1);
  }

  function findFraction(): number | null {
    if (live.count === 0) return null;
    const bytes = ended.bytes + live.bytes;
    if (live.unsized === 0 && bytes > 0) return Math.min(1, (ended.bytes + live.received) / bytes);
    const count = ended.done + ended.failed;
    return count / (count + live.count);
  }

  return {
    count(before, after) {
      if (before) add(before, -1);
      if (after) add(after, 1);
      countEnd(before, after);
    },
    resume(jobs) {
      // What has ended since the first of those under way was added was of their batch: something has been under way ever since.
      const begun = jobs
        .filter(goesOn)
        .reduce((first, { addedAt }) => (addedAt < first ? addedAt : first), '~');
      const before = jobs.filter(({ finishedAt }) => finishedAt !== null && finishedAt > begun);
      const done = before.filter(({ status }) => status === 'done');
      ended = {
        done: done.length,
        failed: before.filter(({ status }) => status === 'failed').length,
        bytes: done.reduce((sum, job) => sum + (sizeOf(job) ?? 0), 0),
      };
    },
    read: () => ({
      active: live.count,
      paused: live.paused,
      receivedBytes: ended.bytes + live.received,
      totalBytes: live.unsized === 0 ? ended.bytes + live.bytes : null,
      bytesPerSecond: live.speed,
      secondsLeft: live.unsized === 0 && live.speed > 0 ? live.left / live.speed : null,
      fraction: findFraction(),
    }),
    readPending: (library) => pending.get(library) ?? 0,
    takeEnd() {
      if (live.count > 0) return null;
      const { done, failed } = ended;
      ended = { done: 0, failed: 0, bytes: 0 };
      return done + failed > 0 ? { done, failed } : null;
    },
  };
}
