import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../server/contract/errors.ts';
import { DownloadJob, type DownloadRequest } from '../ipc/contract.ts';

/** The queue as it is stored for the next start. */
export const QueueFile = z.object({ version: z.literal(1), jobs: z.array(DownloadJob) });
export type QueueFile = z.infer<typeof QueueFile>;

const settledKept = 200;

const untouched = {
  status: 'queued',
  receivedBytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
  fileCount: 0,
  error: null,
  retryAt: null,
  filePath: null,
  finishedAt: null,
} as const;

export function newJob(request: DownloadRequest, server: string | null): DownloadJob {
  return {
    ...request,
    ...untouched,
    server,
    edited: 'ask',
    chargedUsd: null,
    id: randomUUID(),
    addedAt: new Date().toISOString(),
  };
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

const isSettled = ({ status }: DownloadJob) => status === 'done' || status === 'cancelled';

/** Every job that still needs something, and the most recent of the others. A failed one is never dropped. */
export function keepRecent(jobs: readonly DownloadJob[]): DownloadJob[] {
  const surplus = jobs.filter(isSettled).length - settledKept;
  if (surplus <= 0) return [...jobs];
  const dropped = new Set(jobs.filter(isSettled).slice(0, surplus));
  return jobs.filter((job) => !dropped.has(job));
}

export function toStored(jobs: readonly DownloadJob[]): QueueFile {
  return { version: 1, jobs: [...jobs] };
}

/** What a job waits for whose server is not the one that the app is connected to. */
export function otherServer(server: string): DownloadJob['error'] {
  const name = server === 'bundled' ? 'the bundled server' : server;
  const message = `You started this download on ${name}. It continues when you connect to it again in Settings.`;
  return { code: 'UNAVAILABLE', message, canRetry: false };
}

export const notSaved = (cause: unknown) =>
  new AppError(
    'INSUFFICIENT_STORAGE',
    'The download could not be saved to the list, so it was not started. Check that the disk with your user folder has free space, then try again.',
    { cause },
  );
