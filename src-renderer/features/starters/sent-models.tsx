import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { describeApp, describeJob } from './describe-job.ts';
import type { HandOverStore } from './hand-over-store.ts';
import styles from './starters.module.css';

export function SentModels({ store }: { readonly store: HandOverStore }) {
  const { apps, jobs, problem, error } = usePicked(store, 'apps', 'jobs', 'problem', 'error');
  const { clearFinished } = store.getState();
  const hasFinished = jobs.some(({ finishedAt }) => finishedAt !== null);
  return (
    <section className="stack gap-3" aria-label={t('plugins.openNow')}>
      <div className="row baseline gap-3">
        <h2>{t('plugins.openNow')}</h2>
      </div>
      {problem !== null && (
        <Notice tone="warn">
          <Said>{problem}</Said>
        </Notice>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {apps.length === 0 && <p>{t('plugins.noneOpen')}</p>}
      <ul className="rows" aria-label={t('plugins.openApps')}>
        {apps.map((host) => (
          <li key={`${host.family} ${host.session}`} className={styles.target}>
            <strong>{describeApp(host)}</strong>
            <span className="faint small">{host.isBusy ? t('plugins.importing') : t('plugins.ready')}</span>
          </li>
        ))}
      </ul>
      {jobs.length > 0 && (
        <>
          <h3>{t('plugins.sentModels')}</h3>
          <ul className="rows" aria-label={t('plugins.sentModels')}>
            {jobs.toReversed().map((job) => (
              <li key={job.id} className={styles.target}>
                <div className="stack gap-1 shrinkable">
                  <strong>
                    {t('plugins.sentModel', {
                      title: job.title,
                      lod: job.lod,
                      format: job.format.toUpperCase(),
                    })}
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
          {t('common.clearFinished')}
        </Button>
      )}
    </section>
  );
}
