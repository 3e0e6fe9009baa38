import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { t } from '../../text/text.ts';
import { isActive } from './job-state.ts';

const told = ['downloading', 'waiting', 'done', 'failed', 'cancelled'] as const;
/** More successes than this at once are not announced. */
const few = 5;
const toldOfMany = ['waiting', 'failed'] as const;

/** Returns a text for screen readers about the change from one state to the next; null if there is no news. */
export function announceChanges(
  before: readonly DownloadJob[],
  after: readonly DownloadJob[],
): string | null {
  const former = new Map(before.map((job) => [job.id, job.status]));
  const wanted = after.filter(isActive).length > few ? toldOfMany : told;
  const news = after.flatMap((job) => {
    const status = wanted.find((one) => one === job.status);
    if (status === undefined || former.get(job.id) === status) return [];
    const { title, lod, format } = job;
    return [t(`downloads.announcements.${status}`, { title, lod, format: format.toUpperCase() })];
  });
  return news.length === 0 ? null : news.join('. ');
}
