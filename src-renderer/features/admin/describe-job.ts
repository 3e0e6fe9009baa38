import { formatCount } from '../../lib/format-count.ts';
import { t } from '../../text/text.ts';

type Job = { readonly waiting: number; readonly failed: number };

export const addJobs = (jobs: readonly Job[]): Job => ({
  waiting: jobs.reduce((sum, { waiting }) => sum + waiting, 0),
  failed: jobs.reduce((sum, { failed }) => sum + failed, 0),
});

/** Describes how much work of a kind is left, and how much failed. */
export function describeJob({ waiting, failed }: Job) {
  if (failed > 0) return t('admin.server.jobsFailed', { count: waiting, failed });
  return waiting === 0 ? t('admin.server.jobsDone') : formatCount(waiting);
}
