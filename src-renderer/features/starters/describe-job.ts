import { nameProgram } from '../../../server/contract/program-names.ts';
import type { DccJob } from '../../../src-main/platform/ipc/contract.ts';
import { translateSentence } from '../../errors/translate-sentence.ts';
import { t } from '../../text/text.ts';
import type { SentFile } from './hand-over-store.ts';

export const describeApp = ({ family, label }: Pick<DccJob, 'family' | 'label'>) =>
  t('plugins.app', { app: nameProgram(family), label });

export function describeJob(job: DccJob): string {
  const app = describeApp(job);
  const message = job.message === null ? null : translateSentence(job.message);
  switch (job.status) {
    case 'waiting':
      return t('plugins.job.waiting', { app });
    case 'importing':
      return t('plugins.job.importing', { app });
    case 'done':
      return message === null ? t('plugins.job.done', { app }) : t('plugins.job.doneWith', { app, message });
    case 'failed':
      return message ?? t('plugins.job.failed', { app });
  }
}

/** Returns the last job that sent exactly this file. */
export const findLastJob = (jobs: readonly DccJob[], file: SentFile): DccJob | undefined =>
  jobs.findLast(({ guid, relativePath }) => guid === file.guid && relativePath === file.relativePath);

/** Returns a text for screen readers about sent models; null if there is no news. */
export function announceJobs(before: readonly DccJob[], after: readonly DccJob[]): string | null {
  const former = new Map(before.map((job) => [job.id, job.status]));
  const news = after.filter(({ id, status }) => {
    const earlier = former.get(id); // unknown jobs were finished when the window opened
    return (status === 'done' || status === 'failed') && earlier !== undefined && earlier !== status;
  });
  return news.length === 0
    ? null
    : news.map((job) => t('plugins.announcement', { title: job.title, state: describeJob(job) })).join('. ');
}
