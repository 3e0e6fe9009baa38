import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError, toFailure } from '../../../server/contract/errors.ts';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import { isWithin } from '../../library/libraries.ts';
import type { DownloadJob, DownloadRequest, DownloadWish } from '../../platform/ipc/contract.ts';

export type JobPatch = Partial<Omit<DownloadJob, 'id' | keyof DownloadRequest>>;

/** Downloads the file of a job. Rejects with an AppError to show, or with the signal's reason. */
export type RunDownload = (
  job: DownloadJob,
  control: { readonly signal: AbortSignal; readonly report: (patch: JobPatch) => void },
) => Promise<{ readonly filePath: string }>;

/** A confirmed download keeps its server, account and library, even if the app connects elsewhere later. */
export type Confirmed = {
  readonly server: string;
  /** Name of the signed-in user; null if signed out. */
  readonly account: string | null;
  readonly library: string;
  /** The library that is being moved, and its target; null or absent if none is. */
  readonly moving?: { readonly from: string; readonly to: string } | null;
};

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

export function newJob(
  { library: _chosen, ...request }: DownloadWish,
  confirmed: Confirmed,
  position = 0,
): DownloadJob {
  return {
    ...request,
    ...untouched,
    ...{ server: confirmed.server, account: confirmed.account, library: confirmed.library },
    contentSha256: null,
    position,
    priority: 'normal',
    edited: 'ask',
    chargedUsd: null,
    id: randomUUID(),
    addedAt: new Date().toISOString(),
  };
}

type Kept = Pick<DownloadJob, 'status' | 'chargedUsd' | 'receivedBytes' | 'totalBytes' | 'fileCount'>;

/** Resets a job to its initial state, but keeps its price, its files and the received data. */
export function requeue(job: DownloadJob): Omit<typeof untouched, keyof Kept> & Kept {
  const { chargedUsd, receivedBytes, totalBytes, fileCount } = job;
  return { ...untouched, chargedUsd, receivedBytes, totalBytes, fileCount };
}

export function isFinished({ status }: Pick<DownloadJob, 'status'>): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** True if done or cancelled; a failed download still needs attention. */
export const isSettled = ({ status }: DownloadJob) => status === 'done' || status === 'cancelled';

/** Returns a key that is equal for the same file, server, account and library. */
export const fileKeyOf = (file: DownloadRequest, { server, account, library }: Confirmed) =>
  JSON.stringify([
    server,
    account,
    library,
    file.guid,
    file.format,
    file.lod,
    file.variant,
    file.relativePath,
  ]);

const ranks = { high: 0, normal: 1, low: 2 } as const;
export const rankOf = ({ priority }: Pick<DownloadJob, 'priority'>): number => ranks[priority];

export const byTurn = (a: DownloadJob, b: DownloadJob) => rankOf(a) - rankOf(b) || a.position - b.position;

const nameOf = (server: string) => (server === 'bundled' ? 'the bundled server' : server);

/** Returns why a download waits until the user connects or signs in as before; null if it may continue. */
export function findHoldUp(
  job: Pick<DownloadJob, 'server' | 'account'> & { readonly library?: string | null },
  current: Confirmed,
): DownloadJob['error'] {
  const { server, account } = job;
  const because = (code: 'UNAVAILABLE' | 'UNAUTHENTICATED', message: Words) => ({
    ...toFailure(new AppError(code, message)),
    canRetry: false,
  });
  if (server !== null && server !== current.server)
    return because(
      'UNAVAILABLE',
      sentence`You started this download on ${{ server: nameOf(server) }}. It continues when you connect to it again in Settings.`,
    );
  if (account !== null && account !== current.account)
    return because(
      'UNAUTHENTICATED',
      sentence`You started this download as ${{ user: account }}. It continues when you sign in as ${{ user: account }} again.`,
    );
  const { moving } = current;
  if (moving && job.library === moving.from)
    return because(
      'UNAVAILABLE',
      sentence`The library ${{ from: moving.from }} is being moved to ${{ to: moving.to }}. This download continues there.`,
    );
  return null;
}

export const notSaved = (cause: unknown) =>
  new AppError(
    'INSUFFICIENT_STORAGE',
    'The list of downloads could not be saved, so nothing was changed. Check that the disk with your user folder has free space, then try again.',
    { cause },
  );

export function relocate(job: DownloadJob, from: string, to: string): DownloadJob {
  const isThere = job.filePath !== null && isWithin(from, job.filePath);
  const filePath = isThere ? path.join(to, path.relative(from, job.filePath ?? '')) : job.filePath;
  return { ...job, library: to, filePath };
}
