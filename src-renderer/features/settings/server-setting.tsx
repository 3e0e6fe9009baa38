import { useState } from 'react';
import type { ServerState, Settings } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ServerForm } from './server-form.tsx';
import styles from './settings.module.css';

export type ServerSettingProps = {
  /** Null is the bundled server. */
  readonly url: string | null;
  readonly server: ServerState | null;
  readonly onRestart: () => void;
  readonly onUpdate: (change: Partial<Settings>) => Promise<boolean>;
};

const stateLabels: Readonly<Record<ServerState['status'], string>> = {
  starting: 'starting',
  indexing: 'indexing its library',
  ready: 'ready',
  offline: 'out of reach',
  failed: 'stopped by a problem',
};

export function ServerSetting({ url, server, onRestart, onUpdate }: ServerSettingProps) {
  const [isOwnAddress, setIsOwnAddress] = useState(url !== null);
  const choose = (toOwnAddress: boolean) => {
    setIsOwnAddress(toOwnAddress);
    if (!toOwnAddress && url !== null) void onUpdate({ serverUrl: null });
  };
  return (
    <>
      <fieldset className={styles.radios} aria-label="Which server">
        <label>
          <input type="radio" name="server" checked={!isOwnAddress} onChange={() => choose(false)} />
          <span>The one in this app, on this computer</span>
        </label>
        <label>
          <input type="radio" name="server" checked={isOwnAddress} onChange={() => choose(true)} />
          <span>Another Lodestock server</span>
        </label>
      </fieldset>
      {isOwnAddress && <ServerForm key={url} url={url} onUpdate={onUpdate} />}
      {server !== null && (
        <div className={styles.line}>
          <p className={styles.sentence}>
            {server.kind === 'bundled' ? 'The bundled server' : (server.url ?? 'The server')} is{' '}
            {stateLabels[server.status]}.
          </p>
          {server.kind === 'bundled' && (
            <Button icon="retry" onClick={onRestart}>
              Restart
            </Button>
          )}
        </div>
      )}
      {server !== null && server.message !== null && (
        <Notice tone={server.status === 'ready' ? 'info' : 'warn'}>{server.message}</Notice>
      )}
    </>
  );
}
