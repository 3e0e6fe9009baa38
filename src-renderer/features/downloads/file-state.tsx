import type { ReactNode } from 'react';
import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { t } from '../../text/text.ts';
import styles from './downloads.module.css';
import { type Decide, EditedChoice, needsDecision } from './edited-choice.tsx';
import { describeTransfer, findProgress, isActive } from './job-state.ts';

type FileStateProps = {
  readonly fileName: string;
  readonly job: DownloadJob | undefined;
  readonly isInLibrary: boolean;
  readonly onCancel: (id: string) => void;
  readonly onRetry: (id: string) => void;
  readonly onDecide: Decide;
  readonly onReveal: () => void;
  /** Sends a file of the library to an open DCC app. */
  readonly send: ReactNode;
};

/** One file while it downloads or once it is on the disk; nothing while it is only on the server. */
export function FileState(props: FileStateProps) {
  const { job, fileName, isInLibrary, onCancel } = props;
  if (job !== undefined && isActive(job))
    return (
      <div className={styles.inline}>
        <ProgressBar label={t('downloads.progressOf', { file: fileName })} value={findProgress(job)} />
        <span className="quiet small">
          {t(`downloads.status.${job.status}`)} · {describeTransfer(job)}
        </span>
        {job.status === 'waiting' && job.error !== null && (
          <p className="quiet small" role="status">
            <Said>{job.error}</Said>
          </p>
        )}
        <Button variant="quiet" icon="close" onClick={() => onCancel(job.id)}>
          {t('common.cancel')}
        </Button>
      </div>
    );
  if (job !== undefined && needsDecision(job)) return <FailedAction {...props} job={job} />;
  if (isInLibrary)
    return (
      <>
        <span className="row middle gap-1 good small strong">
          <Icon name="check" size={14} /> {t('common.inYourLibrary')}
        </span>
        <Button icon="folder" onClick={props.onReveal}>
          {t('common.showInFolder')}
        </Button>
        {props.send}
      </>
    );
  return job?.status === 'failed' ? <FailedAction {...props} job={job} /> : null;
}

type FailedActionProps = Pick<FileStateProps, 'onRetry' | 'onDecide'> & { readonly job: DownloadJob };

function FailedAction({ job, onRetry, onDecide }: FailedActionProps) {
  const message = job.error?.message ?? t('failures.download');
  return (
    <div className={styles.inline} role="alert">
      <p className="bad small breakable">
        <Said>{job.error ?? message}</Said>
      </p>
      <div className={styles.buttons}>
        <CopyButton text={`${job.error?.code ?? 'INTERNAL'}: ${message}`} label={t('common.copyDetails')} />
        {needsDecision(job) ? (
          <EditedChoice job={job} onDecide={onDecide} />
        ) : (
          <Button icon="retry" onClick={() => onRetry(job.id)}>
            {t('common.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}
