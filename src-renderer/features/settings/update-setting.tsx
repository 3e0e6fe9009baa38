import type { Settings, UpdatesState } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Radios } from '../../components/forms/radios.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import { GoBack } from './go-back.tsx';
import { Managed } from './parts/managed.tsx';
import styles from './parts/settings.module.css';
import type { UpdatesStore } from './parts/updates-store.ts';

type UpdateSettingProps = {
  readonly store: UpdatesStore;
  readonly version: string;
  readonly settings: Pick<Settings, 'updates' | 'updateChannel'>;
  readonly isManaged: (name: keyof Settings) => boolean;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

/** The current version, newer ones, and what happens with them. */
export function UpdateSetting({ store, version, settings, isManaged, onUpdate }: UpdateSettingProps) {
  const { updates, error, isRestarting } = usePicked(store, 'updates', 'error', 'isRestarting');
  if (updates === null) return null;
  const { check, fetch, restart } = store.getState();
  const isFixed = updates.obstacle === 'clone' || updates.obstacle === 'folder';
  const mayLook = ['waiting', 'current', 'failed', 'offered'].includes(updates.status);
  return (
    <>
      <p className={styles.sentence}>{t('updates.now', { version })}</p>
      {error !== null && <ErrorNotice error={error} />}
      <Status updates={updates} />
      {updates.notes !== null && updates.version !== null && (
        <details className={styles.notes}>
          <summary>{t('updates.notes', { version: updates.version })}</summary>
          <div>{updates.notes}</div>
        </details>
      )}
      <div className={styles.buttons}>
        {updates.status === 'ready' && (
          <Button variant="primary" onClick={restart} disabled={isRestarting}>
            {t(isRestarting ? 'updates.restarting' : 'updates.restart')}
          </Button>
        )}
        {updates.status === 'offered' && updates.obstacle === null && (
          <Button variant="primary" icon="downloads" onClick={fetch}>
            {t('updates.fetch')}
          </Button>
        )}
        {mayLook && <Button onClick={check}>{t('updates.look')}</Button>}
        <GoBack store={store} current={version} previous={updates.previous} />
      </div>
      {!isFixed && <Choices {...{ settings, isManaged, onUpdate }} />}
    </>
  );
}

/** The state in a sentence; its tone shows whether action is needed. */
function Status({ updates }: { readonly updates: UpdatesState }) {
  const { status, obstacle, fault, checkedAt } = updates;
  const version = updates.version ?? '';
  if (status === 'off')
    return obstacle && <p className={styles.sentence}>{t(`updates.obstacles.${obstacle}`)}</p>;
  if (status === 'failed')
    return <Notice tone="warn">{t(`updates.faults.${fault ?? 'unreachable'}`, { version })}</Notice>;
  if (status === 'ready')
    return (
      <Notice tone="good">
        {updates.isRollback && t('updates.rollback', { version })} {t('updates.ready', { version })}
      </Notice>
    );
  if (status === 'fetching') {
    const label = t('updates.fetching', { version });
    return (
      <div role="status" className="stack gap-2">
        <span>{label}</span>
        <ProgressBar label={label} value={updates.progress} />
      </div>
    );
  }
  const offered = updates.isRollback ? 'updates.rollback' : 'updates.offered';
  const sentence = status === 'offered' ? t(offered, { version }) : t(`updates.${status}`);
  return (
    <div role="status" className={styles.sentence}>
      {sentence} {obstacle !== null && t(`updates.obstacles.${obstacle}`)}
      {checkedAt !== null && status !== 'looking' && (
        <span className="field-hint"> {t('updates.checkedAt', { when: formatDateAndTime(checkedAt) })}</span>
      )}
    </div>
  );
}

const modes = ['auto', 'notify', 'off'] as const;

function Choices({ settings, isManaged, onUpdate }: Omit<UpdateSettingProps, 'store' | 'version'>) {
  const mode = (
    <Radios
      legend={t('updates.mode')}
      hint={t('updates.modeHint')}
      value={settings.updates}
      options={modes.map((one) => [one, t(`updates.modes.${one}`)])}
      onChoose={(updates) => onUpdate({ updates })}
    />
  );
  const channel = (
    <Tick
      isOn={settings.updateChannel === 'beta'}
      hint={t('updates.betaHint')}
      onTurn={(isOn) => onUpdate({ updateChannel: isOn ? 'beta' : 'stable' })}
    >
      {t('updates.beta')}
    </Tick>
  );
  return (
    <>
      {isManaged('updates') ? <Managed>{mode}</Managed> : mode}
      {settings.updates !== 'off' && (isManaged('updateChannel') ? <Managed>{channel}</Managed> : channel)}
    </>
  );
}
