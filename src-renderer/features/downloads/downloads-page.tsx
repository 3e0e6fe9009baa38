import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
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
  const { jobs, error, cancel, retry, clearFinished } = useStore(store);
  const active = jobs.filter(isActive);
  const finished = jobs.filter(isFinished);
  const speed = active.reduce((sum, job) => sum + (job.bytesPerSecond ?? 0), 0);
  const rowOf = (job: (typeof jobs)[number]) => (
    <JobRow
      key={job.id}
      job={job}
      href={hrefOf(job.guid)}
      onCancel={cancel}
      onRetry={retry}
      onReveal={onReveal}
    />
  );
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>Downloads</h1>
        <span className={styles.summary}>
          {active.length > 0 && `${active.length} active · ${formatBytes(speed)}/s`}
        </span>
        {jobs.length > 0 && (
          <Button onClick={clearFinished} disabled={finished.length === 0}>
            Clear finished
          </Button>
        )}
      </header>
      {error !== null && <ErrorNotice error={error} />}
      {jobs.length === 0 && (
        <StatePanel icon="downloads" title="No downloads yet">
          <p>
            Open a model, choose topology and format, and press Download. Downloads go on after a restart.
          </p>
        </StatePanel>
      )}
      {active.length > 0 && (
        <section aria-label="Active">
          <h2 className={styles.section}>Active</h2>
          <ul className={styles.list}>{active.map(rowOf)}</ul>
        </section>
      )}
      {finished.length > 0 && (
        <section aria-label="Finished">
          <h2 className={styles.section}>Finished</h2>
          <ul className={styles.list}>{finished.map(rowOf)}</ul>
        </section>
      )}
    </div>
  );
}
