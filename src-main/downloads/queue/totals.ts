import { inTurn, sentence } from '../../../server/contract/sentence.ts';
import type { DownloadJob, DownloadSummary } from '../../platform/ipc/contract.ts';
import type { Desktop } from '../../platform/kernel.ts';
import { isFinished } from './job.ts';

type BatchEnd = { readonly done: number; readonly failed: number };

export type Totals = ReturnType<typeof createTotals>;

const goesOn = (job: DownloadJob | undefined): job is DownloadJob =>
  job !== undefined && !isFinished(job) && job.status !== 'paused';
const sizeOf = ({ totalBytes, sizeBytes }: DownloadJob) => totalBytes ?? sizeBytes ?? null;
const leftOf = (job: DownloadJob) => Math.max(0, (sizeOf(job) ?? 0) - job.receivedBytes);

/** Sums over all downloads, updated incrementally. A batch lasts as long as any download is active. */
export function createTotals() {
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
    /** Call this for each change of a job; `after` is absent when the job leaves the list. */
    count(before: DownloadJob | undefined, after: DownloadJob | undefined): void {
      if (before) add(before, -1);
      if (after) add(after, 1);
      countEnd(before, after);
    },
    /** Resumes the batch of the last run; call this once all jobs are counted. */
    resume(jobs: readonly DownloadJob[]): void {
      // Jobs that finished after the first active one was added belong to the same batch.
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
    read: (): DownloadSummary => ({
      active: live.count,
      paused: live.paused,
      receivedBytes: ended.bytes + live.received,
      totalBytes: live.unsized === 0 ? ended.bytes + live.bytes : null,
      bytesPerSecond: live.speed,
      secondsLeft: live.unsized === 0 && live.speed > 0 ? live.left / live.speed : null,
      fraction: findFraction(),
    }),
    /** Returns the bytes that unfinished downloads will still write into a library, as far as sizes are known. */
    readPending: (library: string) => pending.get(library) ?? 0,
    /** Returns the batch that finished since the last call; null while one is active or if it had no outcome. */
    takeEnd(): BatchEnd | null {
      if (live.count > 0) return null;
      const { done, failed } = ended;
      ended = { done: 0, failed: 0, bytes: 0 };
      return done + failed > 0 ? { done, failed } : null;
    },
  };
}

function notifyEnd({ done, failed }: BatchEnd, { notify }: Pick<Desktop, 'notify'>): void {
  const finished = done === 1 ? '1 download finished.' : sentence`${{ count: done }} downloads finished.`;
  const none = failed === 1 ? '1 download failed.' : sentence`${{ count: failed }} downloads failed.`;
  const outcome = done === 0 ? none : sentence`${{ done }} finished, ${{ failed }} failed.`;
  if (failed === 0) notify('Downloads finished', finished);
  else notify('Some downloads failed', inTurn(outcome, 'Open Downloads to see why.'));
}

/**
 * Shows the batch's progress in the dock or taskbar, keeps the computer awake if `mayStayAwake`, and notifies once at
 * its end unless the app is in front. Call this after changes.
 */
export function createBatchFeedback(
  totals: Totals,
  desktop: Pick<Desktop, 'notify' | 'setProgress' | 'isInFront' | 'keepAwake'>,
  mayStayAwake: () => boolean,
): () => void {
  let shown: number | null = null;
  let isAwake = false;

  return () => {
    const { fraction, active } = totals.read();
    const staysAwake = active > 0 && mayStayAwake();
    if (staysAwake !== isAwake) desktop.keepAwake(staysAwake);
    isAwake = staysAwake;
    const next = fraction === null ? null : Math.round(fraction * 1000) / 1000;
    if (next !== shown) desktop.setProgress(next);
    shown = next;
    const end = totals.takeEnd();
    if (end && !desktop.isInFront()) notifyEnd(end, desktop);
  };
}
