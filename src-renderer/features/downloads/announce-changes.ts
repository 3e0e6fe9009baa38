import type { DownloadJob } from '../../../src-main/ipc/contract.ts';

const sentences: Readonly<Partial<Record<DownloadJob['status'], string>>> = {
  downloading: 'Downloading',
  done: 'Downloaded',
  failed: 'Download failed',
  cancelled: 'Download cancelled',
};

/** What a screen reader should say about the step from one state to the next; null when there is nothing new. */
export function announceChanges(
  before: readonly DownloadJob[],
  after: readonly DownloadJob[],
): string | null {
  const former = new Map(before.map((job) => [job.id, job.status]));
  const news = after.flatMap((job) => {
    const sentence = sentences[job.status];
    if (sentence === undefined || former.get(job.id) === job.status) return [];
    return [`${sentence}: ${job.title}, ${job.lod} ${job.format.toUpperCase()}`];
  });
  return news.length === 0 ? null : news.join('. ');
}
