import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { describeHost, describeJob } from './describe-job.ts';
import type { HandOverStore } from './hand-over-store.ts';
import styles from './starters.module.css';

/** Which hosts are open now, and what was sent to them. */
export function SentModels({ store }: { readonly store: HandOverStore }) {
  const { hosts, jobs, problem, error, clearFinished } = useStore(store);
  const hasFinished = jobs.some(({ finishedAt }) => finishedAt !== null);
  return (
    <section className={styles.section} aria-label="Open now">
      <div className={styles.sectionHead}>
        <h2>Open now</h2>
      </div>
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
      {error !== null && <ErrorNotice error={error} />}
      {hosts.length === 0 && (
        <p>No host with the Lodestock plugin is open. What you open appears here within five seconds.</p>
      )}
      <ul className={styles.targets} aria-label="Open hosts">
        {hosts.map((host) => (
          <li key={`${host.family} ${host.session}`} className={styles.target}>
            <strong>{describeHost(host)}</strong>
            <span className={styles.facts}>{host.isBusy ? 'Importing' : 'Ready for models'}</span>
          </li>
        ))}
      </ul>
      {jobs.length > 0 && (
        <>
          <h3>Sent models</h3>
          <ul className={styles.targets} aria-label="Sent models">
            {jobs.toReversed().map((job) => (
              <li key={job.id} className={styles.target}>
                <div className={styles.targetText}>
                  <strong>
                    {job.title}, {job.lod} {job.format.toUpperCase()}
                  </strong>
                  <span className={styles.sent} data-status={job.status}>
                    {describeJob(job)}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasFinished && (
        <Button className={styles.clear} onClick={() => void clearFinished()}>
          Clear finished
        </Button>
      )}
    </section>
  );
}
