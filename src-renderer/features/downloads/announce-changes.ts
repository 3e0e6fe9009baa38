import type { DownloadJob } from '../../../src-main/ipc/contract.ts';
import { t } from '../../text/text.ts';

const told = ['downloading', 'waiting', 'done', 'failed', 'cancelled'] as const;

/** What a screen reader should say about the step from one state to the next; null when there is nothing new. */
export function announceChanges(
  before: readonly DownloadJob[],
  after: readonly DownloadJob[],
): string | null {
  const former = new Map(before.map((job) => [job.id, job.status]));
  const news = after.flatMap((job) => {
    const status = told.find((one) => one === job.status);
    if (status === undefined || former.get(job.id) === status) return [];
    const { title, lod, format } = job;
    return [t(`downloads.announcements.${status}`, { title, lod, format: format.toUpperCase() })];
  });
  return news.length === 0 ? null : news.join('. ');
}
