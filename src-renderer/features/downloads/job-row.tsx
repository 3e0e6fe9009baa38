import { type KeyboardEvent, memo } from 'react';
import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { SmallPoster } from '../../components/poster.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { formatTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { formatRelativeTime } from '../../lib/format-relative-time.ts';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';
import type { DownloadsActions } from './downloads-store.ts';
import { EditedChoice, needsDecision } from './edited-choice.tsx';
import { hasTurn } from './job-order.ts';
import { describeTransfer, findProgress, isActive } from './job-state.ts';
import { RowMenu, readMove } from './row-menu.tsx';

type JobRowProps = {
  readonly job: DownloadJob;
  readonly href: string;
  /** The current time, in milliseconds. */
  readonly now: number;
  readonly actions: DownloadsActions;
  readonly onReveal: (guid: string, relativePath: string) => void;
};

/** Re-renders only when its own job changes, and as time passes. */
export const JobRow = memo(function JobRow({ job, href, now, actions, onReveal }: JobRowProps) {
  const asks = needsDecision(job);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = hasTurn(job) ? readMove(event) : null;
    if (move === null) return;
    event.preventDefault();
    void actions.move(job.id, move);
  };
  return (
    <li className={styles.row} onKeyDown={onKeyDown}>
      <div className={styles.picture}>
        <SmallPoster guid={job.guid} />
      </div>
      <div className={styles.main}>
        <div className={styles.titleLine}>
          <a href={href} className="plain-link strong truncate">
            {job.title}
          </a>
          <span className="tag">{job.lod}</span>
          <span className="tag">{job.format.toUpperCase()}</span>
          {job.variant !== null && <span className="tag">{job.variant}</span>}
          <span className={styles.file}>{job.relativePath.split('/').at(-1)}</span>
        </div>
        {isActive(job) && (
          <ProgressBar
            label={t('downloads.progressOfFile', { title: job.title, file: job.relativePath })}
            value={findProgress(job)}
          />
        )}
        <div className={styles.state} data-status={asks ? 'waiting' : job.status}>
          <span className={styles.status}>
            {asks ? t('downloads.edited.asks') : t(`downloads.status.${job.status}`)}
          </span>{' '}
          · {describeJob(job, now)}
        </div>
        {job.error !== null && (
          <p className={asks || job.status === 'waiting' ? 'quiet small' : 'bad small breakable'}>
            <Said>{job.error}</Said>
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {job.error !== null && <CopyButton text={describeFailure(job)} label={t('common.copyDetails')} />}
        {isActive(job) && <PauseButton job={job} actions={actions} />}
        {job.status === 'waiting' && job.retryAt !== null && (
          <Button
            icon="retry"
            onClick={() => void actions.retry(job.id)}
            aria-label={t('downloads.retryNowOf', { title: job.title })}
          >
            {t('downloads.retryNow')}
          </Button>
        )}
        {asks && <EditedChoice job={job} onDecide={actions.decide} />}
        {canRetry(job) && (
          <Button
            icon="retry"
            onClick={() => void actions.retry(job.id)}
            aria-label={t('downloads.retryOf', { title: job.title })}
          >
            {t('common.retry')}
          </Button>
        )}
        {job.status === 'done' && (
          <Button
            icon="folder"
            onClick={() => onReveal(job.guid, job.relativePath)}
            aria-label={t('common.showInFolderOf', { title: job.title })}
          >
            {t('common.showInFolder')}
          </Button>
        )}
        {isActive(job) && <RowMenu job={job} actions={actions} />}
      </div>
    </li>
  );
});

type PauseButtonProps = {
  readonly job: DownloadJob;
  readonly actions: Pick<DownloadsActions, 'pause' | 'resume'>;
};

function PauseButton({ job: { id, title, status }, actions }: PauseButtonProps) {
  const isPaused = status === 'paused';
  return (
    <Button
      icon={isPaused ? 'play' : 'pause'}
      onClick={() => void (isPaused ? actions.resume([id]) : actions.pause([id]))}
      aria-label={t(isPaused ? 'downloads.resumeOf' : 'downloads.pauseOf', { title })}
    >
      {t(isPaused ? 'downloads.resume' : 'downloads.pause')}
    </Button>
  );
}

function canRetry({ status, error }: DownloadJob): boolean {
  return status === 'cancelled' || (status === 'failed' && error?.canRetry !== false);
}

function describeJob(job: DownloadJob, now: number): string {
  const parts = [describeTransfer(job)];
  if (hasTurn(job) && job.priority !== 'normal') parts.push(t(`downloads.priorities.${job.priority}`));
  if (job.fileCount > 1) parts.push(t('downloads.files', { count: job.fileCount }));
  if (job.chargedUsd !== null && job.chargedUsd > 0)
    parts.push(t('downloads.charged', { price: formatUsd(job.chargedUsd) }));
  // If it has passed, another download is retrying on behalf of all that wait for the same server.
  if (job.retryAt !== null && Date.parse(job.retryAt) > now)
    parts.push(t('downloads.retryAt', { time: formatTime(job.retryAt) }));
  if (job.finishedAt !== null) parts.push(formatRelativeTime(job.finishedAt, now));
  return parts.join(' · ');
}

function describeFailure({ error, guid, lod, format, relativePath }: DownloadJob): string {
  const { code = '', message = '' } = error ?? {};
  return t('downloads.copy', { code, message, guid, lod, format, path: relativePath });
}
