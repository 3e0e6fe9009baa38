import type { ReactNode } from 'react';
import { textOf } from '../../../server/contract/sentence.ts';
import type { ServerState } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { t } from '../../text/text.ts';
import { describeIndexing } from './describe-server.ts';
import styles from './self-host.module.css';

type ServerNoticeProps = {
  readonly server: ServerState;
  readonly onRetry: () => void;
  /** Actions that need no server. */
  readonly actions: ReactNode;
};

/** Replaces the catalogue while its server cannot show one. */
export function ServerNotice({ server, onRetry, actions }: ServerNoticeProps) {
  if (server.status === 'starting' || server.status === 'indexing') return <Working server={server} />;
  const message = server.message ?? t('server.unreachableHint');
  return (
    <StatePanel
      icon={server.status === 'offline' ? 'offline' : 'alert'}
      title={server.status === 'offline' ? t('server.unreachable') : t('server.startFailed')}
      isAlert
      actions={
        <>
          <Button variant="primary" icon="retry" onClick={onRetry}>
            {server.kind === 'bundled' ? t('server.restart') : t('common.retry')}
          </Button>
          {actions}
          <CopyButton text={describeFailure(server, textOf(message))} label={t('common.copyDetails')} />
        </>
      }
    >
      <p>
        <Said>{message}</Said>
      </p>
      <p>{t('server.libraryStays')}</p>
    </StatePanel>
  );
}

function Working({ server }: { readonly server: ServerState }) {
  const { progress } = server;
  const value = progress === null || progress.total === 0 ? null : progress.done / progress.total;
  const title = server.status === 'starting' ? t('server.startingTitle') : t('server.reading');
  return (
    <StatePanel icon="browse" title={title}>
      <p>{server.status === 'starting' ? t('server.startingHint') : describeIndexing(server)}</p>
      <div className={styles.progress}>
        <ProgressBar label={title} value={value} />
      </div>
    </StatePanel>
  );
}

function describeFailure({ status, url }: ServerState, message: string): string {
  return url === null
    ? t('server.copyBundled', { status, message })
    : t('server.copy', { status, message, url });
}
