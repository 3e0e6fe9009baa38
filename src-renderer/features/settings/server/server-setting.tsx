import { useState } from 'react';
import type { ServerState, Settings } from '../../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../../components/button.tsx';
import { Radios } from '../../../components/forms/radios.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Said } from '../../../components/said.tsx';
import { t } from '../../../text/text.ts';
import styles from '../parts/settings.module.css';
import type { FindServers, JoinServer } from '../parts/settings-store.ts';
import { ServerForm } from './server-form.tsx';

export type ServerSettingProps = {
  /** Null is the bundled server. */
  readonly url: string | null;
  readonly server: ServerState | null;
  readonly onRestart: () => void;
  readonly onUpdate: (change: Partial<Settings>) => Promise<boolean>;
  readonly onJoin: JoinServer;
  readonly onFind: FindServers;
  /** The models of the built-in server: a folder, or null for the demo library. */
  readonly modelsFolder: string | null;
  readonly onChooseModels: () => void;
  readonly onDemo: () => void;
  readonly ownServerHref: string;
};

export function ServerSetting(props: ServerSettingProps) {
  const { url, server, onRestart, onUpdate, onJoin, onFind, modelsFolder, onChooseModels, onDemo } = props;
  const { ownServerHref } = props;
  const [isOwnAddress, setIsOwnAddress] = useState(url !== null);
  const choose = (toOwnAddress: boolean) => {
    setIsOwnAddress(toOwnAddress);
    if (!toOwnAddress && url !== null) void onUpdate({ serverUrl: null });
  };
  return (
    <>
      <Radios
        legend={t('settings.whichServer')}
        value={isOwnAddress ? 'other' : 'bundled'}
        options={[
          ['bundled', t('settings.serverBundled')],
          ['other', t('settings.serverOther')],
        ]}
        onChoose={(kind) => choose(kind === 'other')}
      />
      {isOwnAddress && <ServerForm key={url} url={url} onJoin={onJoin} onFind={onFind} />}
      {!isOwnAddress && (
        <div className={styles.line}>
          <div>
            <div className="field-label">{t('settings.models')}</div>
            <div className={modelsFolder === null ? undefined : styles.path}>
              {modelsFolder ?? t('settings.demoModels')}
            </div>
          </div>
          <div className={styles.buttons}>
            {modelsFolder !== null && <Button onClick={onDemo}>{t('settings.useDemo')}</Button>}
            <Button icon="folder" onClick={onChooseModels}>
              {t('settings.chooseModels')}
            </Button>
          </div>
        </div>
      )}
      {server !== null && (
        <div className={styles.line}>
          <p className={styles.sentence}>{describeState(server)}</p>
          {server.kind === 'bundled' && (
            <div className={styles.buttons}>
              <a className="button" href={ownServerHref}>
                {t('ownServer.manage')}
              </a>
              <Button icon="retry" onClick={onRestart}>
                {t('settings.restart')}
              </Button>
            </div>
          )}
        </div>
      )}
      {server !== null && server.message !== null && (
        <Notice tone={server.status === 'ready' ? 'info' : 'warn'}>
          <Said>{server.message}</Said>
        </Notice>
      )}
    </>
  );
}

function describeState({ kind, url, status }: ServerState): string {
  return kind === 'bundled'
    ? t(`settings.serverStates.bundled.${status}`)
    : t(`settings.serverStates.remote.${status}`, { url: url ?? t('server.nameless') });
}
