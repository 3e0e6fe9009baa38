import type { ReactNode } from 'react';
import type { ServerState } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { describeIndexing } from './describe-server.ts';
import styles from './self-host.module.css';

type ServerNoticeProps = {
  readonly server: ServerState;
  readonly onRetry: () => void;
  /** Ways on without a server. */
  readonly actions: ReactNode;
};

/** Stands in place of the catalogue while its server cannot show one. */
export function ServerNotice({ server, onRetry, actions }: ServerNoticeProps) {
  if (server.status === 'starting' || server.status === 'indexing') return <Working server={server} />;
  const message = server.message ?? 'The server cannot be reached.';
  return (
    <StatePanel
      icon={server.status === 'offline' ? 'offline' : 'alert'}
      title={server.status === 'offline' ? 'The server is out of reach' : 'The server could not start'}
      isAlert
      actions={
        <>
          <Button variant="primary" icon="retry" onClick={onRetry}>
            {server.kind === 'bundled' ? 'Restart the server' : 'Retry'}
          </Button>
          {actions}
          <CopyButton
            text={`${server.status}: ${message}\nServer: ${server.url ?? 'bundled'}`}
            label="Copy details"
          />
        </>
      }
    >
      <p>{message}</p>
      <p>Your library stays usable meanwhile.</p>
    </StatePanel>
  );
}

function Working({ server }: { readonly server: ServerState }) {
  const { progress } = server;
  const value = progress === null || progress.total === 0 ? null : progress.done / progress.total;
  const title = server.status === 'starting' ? 'The server is starting' : 'Reading the models';
  return (
    <StatePanel icon="browse" title={title}>
      <p>{server.status === 'starting' ? 'This takes a moment.' : describeIndexing(server)}</p>
      <div className={styles.progress}>
        <ProgressBar label={title} value={value} />
      </div>
    </StatePanel>
  );
}
