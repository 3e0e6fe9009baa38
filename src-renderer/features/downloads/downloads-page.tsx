import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { formatSpeed } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';
import type { DownloadsStore } from './downloads-store.ts';
import { JobRow } from './job-row.tsx';
import { isActive, isFinished } from './job-state.ts';

type DownloadsPageProps = {
  readonly store: DownloadsStore;
  readonly onReveal: (guid: string, relativePath: string) => void;
  readonly hrefOf: (guid: string) => string;
};

export function DownloadsPage({ store, onReveal, hrefOf }: DownloadsPageProps) {
  const { jobs, error } = useStore(
    store,
    useShallow(({ jobs, error }) => ({ jobs, error })),
  );
  const { cancel, retry, decide, clearFinished } = store.getState();
  const active = jobs.filter(isActive);
  const finished = jobs.filter(isFinished);
  const speed = active.reduce((sum, job) => sum + (job.bytesPerSecond ?? 0), 0);
  const rowOf = (job: (typeof jobs)[number]) => (
    <JobRow
      key={job.id}
      job={job}
      href={hrefOf(job.guid)}
      onCancel={(id) => cancel([id])}
      onRetry={retry}
      onDecide={decide}
      onReveal={onReveal}
    />
  );
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('downloads.title')}</h1>
        <span className={styles.summary}>
          {active.length > 0 && t('downloads.summary', { count: active.length, speed: formatSpeed(speed) })}
        </span>
        {jobs.length > 0 && (
          <Button onClick={clearFinished} disabled={finished.length === 0}>
            {t('common.clearFinished')}
          </Button>
        )}
      </header>
      {error !== null && <ErrorNotice error={error} />}
      {jobs.length === 0 && (
        <StatePanel icon="downloads" title={t('downloads.empty')}>
          <p>{t('downloads.emptyHint')}</p>
        </StatePanel>
      )}
      {active.length > 0 && (
        <section aria-label={t('downloads.active')}>
          <h2 className={styles.section}>{t('downloads.active')}</h2>
          <ul className={styles.list}>{active.map(rowOf)}</ul>
        </section>
      )}
      {finished.length > 0 && (
        <section aria-label={t('downloads.finished')}>
          <h2 className={styles.section}>{t('downloads.finished')}</h2>
          <ul className={styles.list}>{finished.map(rowOf)}</ul>
        </section>
      )}
    </div>
  );
}
