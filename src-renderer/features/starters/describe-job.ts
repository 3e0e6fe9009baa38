import type { DccJob } from '../../../src-main/ipc/contract.ts';
import { programNames } from '../../lib/program-names.ts';
import type { SentFile } from './hand-over-store.ts';

export const describeHost = ({ family, label }: Pick<DccJob, 'family' | 'label'>) =>
  `${programNames[family]} (${label})`;

/** How far a sent model is, in a sentence. */
export function describeJob(job: DccJob): string {
  const host = describeHost(job);
  switch (job.status) {
    case 'waiting':
      return `Waiting for ${host} to take it`;
    case 'importing':
      return `${host} is importing it`;
    case 'done':
      return `In ${host}${job.message === null ? '' : `: ${job.message}`}`;
    case 'failed':
      return job.message ?? `${host} did not import it, and did not say why. Look there.`;
  }
}

/** The last time that exactly this file was sent. */
export const findLastJob = (jobs: readonly DccJob[], file: SentFile): DccJob | undefined =>
  jobs.findLast(({ guid, relativePath }) => guid === file.guid && relativePath === file.relativePath);

/** What a screen reader should say about sent models; null when there is nothing new. */
export function announceJobs(before: readonly DccJob[], after: readonly DccJob[]): string | null {
  const former = new Map(before.map((job) => [job.id, job.status]));
  const news = after.filter(({ id, status }) => {
    const earlier = former.get(id); // unknown ones were over when the window opened
    return (status === 'done' || status === 'failed') && earlier !== undefined && earlier !== status;
  });
  return news.length === 0 ? null : news.map((job) => `${job.title}: ${describeJob(job)}`).join('. ');
}
