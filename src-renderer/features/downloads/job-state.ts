import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { formatBytes, formatSpeed } from '../../lib/format-bytes.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../text/text.ts';

export function isActive(job: DownloadJob): boolean {
  return !isFinished(job);
}

export function isFinished({ status }: DownloadJob): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

export function isUnderWay({ status }: DownloadJob): boolean {
  return status === 'resolving' || status === 'downloading' || status === 'verifying';
}

/** Returns 0-1, or null if the total size is unknown. */
export function findProgress(job: DownloadJob): number | null {
  const { receivedBytes, totalBytes, status } = job;
  if (status === 'done') return 1;
  if (totalBytes === null || totalBytes === 0) return isUnderWay(job) ? null : 0;
  return Math.min(1, receivedBytes / totalBytes);
}

/** Returns a text such as `1.2 MB of 2.4 MB · 3.1 MB/s · 20 s left`. */
export function describeTransfer(job: DownloadJob): string {
  const { receivedBytes, totalBytes, bytesPerSecond, status } = job;
  const size =
    totalBytes === null
      ? formatBytes(receivedBytes)
      : t('downloads.received', { received: formatBytes(receivedBytes), total: formatBytes(totalBytes) });
  if (status !== 'downloading') return size;
  const parts = [size];
  if (bytesPerSecond !== null) parts.push(formatSpeed(bytesPerSecond));
  const seconds = findSecondsLeft(job);
  if (seconds !== null) parts.push(t('downloads.left', { time: formatDuration(seconds) }));
  return parts.join(' · ');
}

function findSecondsLeft({ receivedBytes, totalBytes, bytesPerSecond }: DownloadJob): number | null {
  if (totalBytes === null || bytesPerSecond === null || bytesPerSecond < 1) return null;
  return (totalBytes - receivedBytes) / bytesPerSecond;
}

type FileKey = Pick<DownloadJob, 'guid' | 'lod' | 'format' | 'relativePath'>;

function isSameFile(left: FileKey, right: FileKey): boolean {
  return (
    left.guid === right.guid &&
    left.lod === right.lod &&
    left.format === right.format &&
    left.relativePath === right.relativePath
  );
}

export function findJob(jobs: readonly DownloadJob[], file: FileKey): DownloadJob | undefined {
  return jobs
    .filter((job) => isSameFile(job, file))
    .reduce<DownloadJob | undefined>(
      (latest, job) => (latest === undefined || job.addedAt >= latest.addedAt ? job : latest),
      undefined,
    );
}
