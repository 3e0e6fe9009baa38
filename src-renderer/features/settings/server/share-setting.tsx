import { useMemo } from 'react';
import { encode } from 'uqr';
import type { Settings } from '../../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { Tick } from '../../../components/forms/tick.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import styles from '../parts/settings.module.css';
import own from './own-server.module.css';
import type { OwnServerStore } from './own-server-store.ts';

type ShareSettingProps = {
  readonly store: OwnServerStore;
  readonly settings: Settings;
  readonly isReady: boolean;
  readonly onUpdate: (change: Partial<Settings>) => void;
  readonly onOpenPage: (path: string) => void;
};

/** Whether others on the network may use the server, and what to tell them. */
export function ShareSetting({ store, settings, isReady, onUpdate, onOpenPage }: ShareSettingProps) {
  const { facts, running } = usePicked(store, 'facts', 'running');
  const isOn = settings.shareServer;
  const needsAdmin = facts !== null && !facts.hasAdmin;
  const isBlocked = facts === null || running !== null || !isReady;
  const mayTurnOn = !needsAdmin && facts?.obstacle === null;
  return (
    <>
      <Tick
        isOn={running === 'share' ? !isOn : isOn}
        hint={t('ownServer.share.hint')}
        disabled={isBlocked || (!isOn && !mayTurnOn)}
        onTurn={(isWanted) => void store.getState().share(isWanted)}
      >
        {t('ownServer.share.switch')}
      </Tick>
      {needsAdmin && (
        <Notice tone="info">
          <div className="stack to-start gap-3">
            <p>{t('ownServer.share.needsAdmin')}</p>
            <Button icon="link" onClick={() => onOpenPage('/account')}>
              {t('ownServer.share.createAccount')}
            </Button>
          </div>
        </Notice>
      )}
      {facts?.obstacle && <Notice tone="warn">{facts.obstacle}</Notice>}
      {isOn && facts?.url && <Shared url={facts.url} onOpenPage={onOpenPage} />}
      {isOn && facts !== null && facts.addresses.length > 1 && (
        <SelectField
          label={t('ownServer.share.address')}
          hint={t('ownServer.share.addressHint')}
          value={settings.shareAddress ?? ''}
          options={[
            ['', t('ownServer.share.automatic')],
            ...facts.addresses.map((address) => [address, address] as const),
          ]}
          onChoose={(address) => onUpdate({ shareAddress: address === '' ? null : address })}
        />
      )}
      <Tick
        isOn={settings.sharePrivately}
        hint={t('ownServer.share.privatelyHint')}
        disabled={running !== null}
        onTurn={(sharePrivately) => onUpdate({ sharePrivately })}
      >
        {t('ownServer.share.privately')}
      </Tick>
    </>
  );
}

type SharedProps = {
  readonly url: string;
  readonly onOpenPage: (path: string) => void;
};

const toAppLink = (url: string) => `lodestock://connect?${new URLSearchParams({ server: url })}`;

function Shared({ url, onOpenPage }: SharedProps) {
  return (
    <div className={`row wrap top ${own.shared}`}>
      <QrCode text={url} label={t('ownServer.share.code', { url })} />
      <div className={`stack gap-3 shrinkable ${own.address}`}>
        <div>
          <div className="field-label">{t('ownServer.share.told')}</div>
          <div className="large strong breakable">{url}</div>
        </div>
        <p className="field-hint">{t('ownServer.share.toldHint')}</p>
        <div className={styles.buttons}>
          <CopyButton variant="plain" text={url} label={t('ownServer.share.copy')} />
          <CopyButton variant="plain" text={toAppLink(url)} label={t('ownServer.share.copyLink')} />
          <Button icon="link" onClick={() => onOpenPage('/admin/invitations')}>
            {t('ownServer.share.invite')}
          </Button>
        </div>
        <p className="field-hint">{t('ownServer.share.firewall')}</p>
      </div>
    </div>
  );
}

type QrCodeProps = { readonly text: string; readonly label: string };

/** Dark on white in every theme, as many cameras read nothing else. */
function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join('') };
  }, [text]);
  return (
    <svg className={own.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}
