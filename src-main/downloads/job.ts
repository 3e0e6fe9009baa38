import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DownloadJob, type DownloadRequest } from '../ipc/contract.ts';

/** The queue as it is stored for the next start. */
export const QueueFile = z.object({ version: z.literal(1), jobs: z.array(DownloadJob) });
export type QueueFile = z.infer<typeof QueueFile>;

const finishedKept = 200;

const untouched = {
  status: 'queued',
  receivedBytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
  fileCount: 0,
  error: null,
  filePath: null,
  finishedAt: null,
} as const;

export function newJob(request: DownloadRequest): DownloadJob {
  return { ...request, ...untouched, chargedUsd: null, id: randomUUID(), addedAt: new Date().toISOString() };
}

/** Resets a job to its initial state, except for what it has cost. */
export function requeue(
  job: DownloadJob,
): Omit<typeof untouched, 'status'> & Pick<DownloadJob, 'status' | 'chargedUsd'> {
  return { ...untouched, chargedUsd: job.chargedUsd };
}

export function isFinished({ status }: DownloadJob): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** All unfinished jobs and the most recent finished ones. */
export function keepRecent(jobs: readonly DownloadJob[]): DownloadJob[] {
  const surplus = jobs.filter(isFinished).length - finishedKept;
  if (surplus <= 0) return [...jobs];
  const dropped = new Set(jobs.filter(isFinished).slice(0, surplus));
  return jobs.filter((job) => !dropped.has(job));
}

export function toStored(jobs: readonly DownloadJob[]): QueueFile {
  return { version: 1, jobs: [...jobs] };
}
