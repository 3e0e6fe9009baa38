import { formatCount } from '../../lib/format-count.ts';
import { t } from '../../text/text.ts';

/** How much of a kind of work is left, and how much of it failed. */
export function describeJob({ waiting, failed }: { readonly waiting: number; readonly failed: number }) {
  if (failed > 0) return t('admin.server.jobsFailed', { count: waiting, failed });
  return waiting === 0 ? t('admin.server.jobsDone') : formatCount(waiting);
}
