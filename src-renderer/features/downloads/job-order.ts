import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { isActive, isFinished, isUnderWay } from './job-state.ts';

const ranks = { high: 0, normal: 1, low: 2 } as const;

/** Returns running jobs, then waiting ones in the order in which they will start. */
export function listActive(jobs: readonly DownloadJob[]): DownloadJob[] {
  return jobs
    .filter(isActive)
    .sort(
      (a, b) =>
        Number(isUnderWay(b)) - Number(isUnderWay(a)) ||
        ranks[a.priority] - ranks[b.priority] ||
        a.position - b.position,
    );
}

const hasFailed = ({ status }: DownloadJob) => status === 'failed';

/** Returns failed jobs, which need attention, then the others; latest first. */
export function listFinished(jobs: readonly DownloadJob[]): DownloadJob[] {
  const timeOf = ({ finishedAt, addedAt }: DownloadJob) => finishedAt ?? addedAt;
  return jobs
    .filter(isFinished)
    .sort((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)) || (timeOf(a) < timeOf(b) ? 1 : -1));
}

/** True if the user can still change when it starts. */
export const hasTurn = ({ status }: DownloadJob) =>
  status === 'queued' || status === 'waiting' || status === 'paused';
