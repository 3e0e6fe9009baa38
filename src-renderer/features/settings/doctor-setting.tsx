import { textOf } from '../../../server/contract/sentence.ts';
import type { Finding } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { t } from '../../text/text.ts';
import styles from './parts/settings.module.css';
import type { Examination } from './parts/settings-store.ts';

type DoctorSettingProps = {
  readonly examination: Examination | 'running' | null;
  readonly onExamine: () => void;
  readonly onCopy: () => void;
  readonly onSave: () => void;
};

export function DoctorSetting({ examination, onExamine, onCopy, onSave }: DoctorSettingProps) {
  const isRunning = examination === 'running';
  const result = isRunning ? null : examination;
  return (
    <>
      <p className="field-hint">{t('settings.doctor.hint')}</p>
      {isRunning && <Notice tone="info">{t('settings.doctor.running')}</Notice>}
      {result?.findings.every(({ status }) => status === 'good') && (
        <Notice tone="good">{t('settings.doctor.fine')}</Notice>
      )}
      {result !== null && <FindingList findings={result.findings} />}
      <div className={styles.buttons}>
        <Button icon="check" onClick={onExamine} disabled={isRunning}>
          {result === null ? t('settings.doctor.examine') : t('settings.doctor.again')}
        </Button>
        {result !== null && (
          <Button icon="copy" onClick={onCopy}>
            {t('settings.doctor.copy')}
          </Button>
        )}
        <Button icon="downloads" onClick={onSave} disabled={isRunning}>
          {t('settings.doctor.save')}
        </Button>
      </div>
      <p className="field-hint">{t('settings.doctor.saveHint')}</p>
    </>
  );
}

function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul className={styles.findings}>
      {findings.map(({ check, status, says, cure }) => (
        <li key={`${check} ${textOf(says)}`} data-status={status}>
          <Icon name={status === 'good' ? 'check' : 'alert'} />
          <span>
            <span className="visually-hidden">{t(`settings.doctor.status.${status}`)}: </span>
            <strong>
              <Said>{check}</Said>:
            </strong>{' '}
            <Said>{says}</Said>
          </span>
          {cure !== null && (
            <span className={styles.cure}>
              <Said>{cure}</Said>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
