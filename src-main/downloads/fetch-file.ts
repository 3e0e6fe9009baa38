import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../server/contract/errors.ts';
import { describeNetworkFailure } from '../network-failure.ts';
import type { PlannedFile } from './plan.ts';
import { type TransferEnd, type TransferOptions, transfer } from './transfer.ts';

/** How patient a download is, in milliseconds. */
export type DownloadPatience = { readonly retryDelays: readonly number[]; readonly stallTimeout: number };

export const defaultPatience: DownloadPatience = {
  retryDelays: [500, 1000, 2000, 4000],
  stallTimeout: 30_000,
};

type FetchFileOptions = Omit<TransferOptions, 'stallTimeout'> & {
  readonly patience: DownloadPatience;
  /** A fresh address for a file whose own is no longer served. */
  readonly renewUrl: (stale: string) => Promise<string>;
};

function gone(file: PlannedFile, host: string, status: number): AppError {
  return new AppError(
    'FILE_NOT_FOUND',
    `${host} has no file ${file.relativePath} (status ${status}), although the server says so. Try again later; if it stays, tell whoever runs that server.`,
  );
}

function mismatch(file: PlannedFile, host: string): AppError {
  return new AppError(
    'CORRUPT_FILE',
    `${file.relativePath} came from ${host} twice with a content that is not the catalogue's (SHA-256 differs). Nothing was kept; try again later, and tell whoever runs that server if it stays.`,
  );
}

function gaveUp(
  file: PlannedFile,
  host: string,
  end: Exclude<TransferEnd, { kind: 'complete' | 'gone' }>,
): AppError {
  if (end.kind === 'short')
    return new AppError(
      'CORRUPT_FILE',
      `${host} sends only ${end.receivedBytes} of the ${file.sizeBytes} bytes of ${file.relativePath}. Nothing was kept; try again later, and tell whoever runs that server if it stays.`,
    );
  if (end.cause instanceof AppError) return end.cause;
  return new AppError(
    'FILE_HOST_UNAVAILABLE',
    `The connection to ${host} kept breaking while ${file.relativePath} was downloading (${describeNetworkFailure(end.cause)}). Check your network, then try again.`,
    { cause: end.cause },
  );
}

/**
 * Fetches one file into its part file: resumes what was cut off, starts over once when the content is wrong, and asks
 * for a fresh address when the old one is no longer served. On return the part file holds exactly the planned bytes.
 */
export async function fetchFile(options: FetchFileOptions): Promise<void> {
  const { file, part, patience, signal } = options;
  const { stallTimeout } = patience;
  let url = file.url;
  let drops = 0;
  let hasStartedOver = false;
  let bytesAtRenewal: number | null = null;

  for (;;) {
    const end = await transfer({ ...options, stallTimeout, file: { ...file, url } });
    const { host } = new URL(url);
    if (end.kind === 'gone') {
      if (bytesAtRenewal === part.receivedBytes()) throw gone(file, host, end.status);
      url = await options.renewUrl(url);
      bytesAtRenewal = part.receivedBytes();
    } else if (end.kind !== 'complete') {
      const pause = patience.retryDelays[drops];
      if (pause === undefined) throw gaveUp(file, host, end);
      drops += 1;
      await delay(pause, undefined, { signal });
    } else if ((await part.finish()) === file.sha256) {
      return;
    } else {
      if (hasStartedOver) throw mismatch(file, host);
      hasStartedOver = true;
      await part.restart();
      options.onBytes();
    }
  }
}
