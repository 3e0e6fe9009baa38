import { useId } from 'react';
import type { Settings } from '../../../../src-main/platform/ipc/contract.ts';
import { t } from '../../../text/text.ts';
import styles from './settings.module.css';

type StartSettingProps = {
  readonly isOn: boolean;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

/** Whether the system starts the app. */
export function StartSetting({ isOn, onUpdate }: StartSettingProps) {
  const hintId = useId();
  return (
    <div className={styles.radios}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hintId}
          onChange={({ target }) => onUpdate({ startAtLogin: target.checked })}
        />
        <span>{t('settings.startAtLogin')}</span>
      </label>
      <p id={hintId} className="field-hint">
        {t('settings.startAtLoginHint')}
      </p>
    </div>
  );
}
