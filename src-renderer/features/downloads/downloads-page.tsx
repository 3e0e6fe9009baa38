import { type ReactNode, useMemo } from 'react';
import type { DownloadSummary } from '../../../src-main/platform/ipc/contract.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import listStyles from '../../components/lists/list-page.module.css';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatSpeed } from '../../lib/format-bytes.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { useNow } from '../../lib/use-now.ts';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';
import type { DownloadsStore } from './downloads-store.ts';
import { HoldNotice } from './hold-notice.tsx';
import { JobList } from './job-list.tsx';
import { listActive, listFinished } from './job-order.ts';
import { JobRow } from './job-row.tsx';

/** How often the relative times in rows are updated. */
const secondsPerLook = 15;

type DownloadsPageProps = {
  readonly store: DownloadsStore;
  readonly onReveal: (guid: string, relativePath: string) => void;
  readonly hrefOf: (guid: string) => string;
  readonly browseHref: string;
  /** The uploads, in their own section. */
  readonly uploads: ReactNode;
};

export function DownloadsPage({ store, onReveal, hrefOf, browseHref, uploads }: DownloadsPageProps) {
  const { jobs, summary, hold, error } = usePicked(store, 'jobs', 'summary', 'hold', 'error');
  const actions = store.getState();
  const now = useNow(secondsPerLook * 1000);
  const active = useMemo(() => listActive(jobs), [jobs]);
  const finished = useMemo(() => listFinished(jobs), [jobs]);
  const rowOf = (job: (typeof jobs)[number]) => (
    <JobRow key={job.id} job={job} href={hrefOf(job.guid)} now={now} actions={actions} onReveal={onReveal} />
  );
  return (
    <div className={listStyles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('downloads.title')}</h1>
        <span className={styles.summary}>{summary !== null && describeSummary(summary)}</span>
        {summary !== null && summary.active > 0 && (
          <Button icon="pause" onClick={() => void actions.pause(null)}>
            {t('downloads.pauseAll')}
          </Button>
        )}
        {summary !== null && summary.paused > 0 && (
          <Button icon="play" onClick={() => void actions.resume(null)}>
            {t('downloads.resumeAll')}
          </Button>
        )}
        {jobs.length > 0 && (
          <Button onClick={() => void actions.clearFinished()} disabled={finished.length === 0}>
            {t('common.clearFinished')}
          </Button>
        )}
      </header>
      {summary !== null && summary.active > 1 && (
        <ProgressBar label={t('downloads.progressOfAll')} value={summary.fraction} />
      )}
      {hold !== null && summary !== null && summary.active > 0 && (
        <HoldNotice hold={hold} onStartAnyway={() => void actions.startAnyway()} />
      )}
      {error !== null && <ErrorNotice error={error} />}
      {uploads}
      {jobs.length === 0 && (
        <StatePanel
          icon="downloads"
          title={t('downloads.empty')}
          actions={
            <LinkButton variant="primary" href={browseHref}>
              {t('shell.browseModels')}
            </LinkButton>
          }
        >
          <p>{t('downloads.emptyHint')}</p>
        </StatePanel>
      )}
      <JobList title={t('downloads.active')} jobs={active}>
        {rowOf}
      </JobList>
      <JobList title={t('downloads.finished')} jobs={finished}>
        {rowOf}
      </JobList>
    </div>
  );
}

/** Returns a text such as `12 active · 3.1 MB/s · 5 min left · 2 paused`. */
function describeSummary({ active, paused, bytesPerSecond, secondsLeft }: DownloadSummary): string {
  const parts: string[] = [];
  if (active > 0) parts.push(t('downloads.summary', { count: active }));
  if (active > 0 && bytesPerSecond > 0) parts.push(formatSpeed(bytesPerSecond));
  if (active > 0 && secondsLeft !== null)
    parts.push(t('downloads.left', { time: formatDuration(secondsLeft) }));
  if (paused > 0) parts.push(t('downloads.summaryPaused', { count: paused }));
  return parts.join(' · ');
}
