import type { Settings } from '../../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../../components/button.tsx';
import { AskButton } from '../../../components/forms/ask-button.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Said } from '../../../components/said.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatDateAndTime } from '../../../lib/format-date.ts';
import { t } from '../../../text/text.ts';
import styles from '../parts/settings.module.css';
import type { OwnServerStore } from './own-server-store.ts';

type BackupSettingProps = {
  readonly store: OwnServerStore;
  readonly settings: Settings;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

export function BackupSetting({ store, settings, onUpdate }: BackupSettingProps) {
  const { facts, running, restored } = usePicked(store, 'facts', 'running', 'restored');
  const { chooseBackupFolder, backUp, restore } = store.getState();
  const { backupFolder, backupEvery } = settings;
  return (
    <>
      <p className="field-hint">{t('ownServer.backup.hint')}</p>
      <div className={styles.line}>
        <div>
          <div className="field-label">{t('ownServer.backup.folder')}</div>
          <div className={backupFolder === null ? undefined : styles.path}>
            {backupFolder ?? t('ownServer.backup.noFolder')}
          </div>
          <p className="field-hint">{t('ownServer.backup.folderHint')}</p>
        </div>
        <Button icon="folder" onClick={chooseBackupFolder}>
          {t('settings.choose')}
        </Button>
      </div>
      {backupFolder !== null && (
        <SelectField
          label={t('ownServer.backup.every')}
          hint={t('ownServer.backup.everyHint')}
          value={backupEvery ?? ''}
          options={[
            ['', t('ownServer.backup.never')],
            ['day', t('ownServer.backup.daily')],
            ['week', t('ownServer.backup.weekly')],
          ]}
          onChoose={(every) => onUpdate({ backupEvery: every === '' ? null : every })}
        />
      )}
      {facts?.lastBackup && (
        <p className={styles.sentence}>
          {t('ownServer.backup.last', {
            time: formatDateAndTime(facts.lastBackup.at),
            size: formatBytes(facts.lastBackup.sizeBytes),
          })}
        </p>
      )}
      {facts?.backupProblem && (
        <Notice tone="bad">
          <Said>{facts.backupProblem}</Said>
        </Notice>
      )}
      {restored !== null && (
        <Notice tone="good">
          {t('ownServer.backup.restored', {
            time: formatDateAndTime(restored.madeAt),
            folder: restored.aside,
          })}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button icon="disk" onClick={backUp} disabled={backupFolder === null || running !== null}>
          {running === 'backUp' ? t('ownServer.backup.running') : t('ownServer.backup.now')}
        </Button>
        <AskButton
          button={{
            ...{ icon: 'history', disabled: running !== null },
            children: t('ownServer.backup.restore'),
          }}
          title={t('ownServer.backup.restoreTitle')}
          action={t('ownServer.backup.restoreAction')}
          onConfirm={restore}
        >
          <p>{t('ownServer.backup.restoreHint')}</p>
        </AskButton>
      </div>
    </>
  );
}
