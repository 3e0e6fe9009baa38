import type { Settings } from '../../../src-main/platform/ipc/contract.ts';
import { formatSpeed } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import { DownloadHoursSetting } from './download-hours.tsx';
import { SettingChoice } from './parts/setting-choice.tsx';
import styles from './parts/settings.module.css';

type DownloadSettingsProps = {
  readonly settings: Settings;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const counts = [1, 2, 3, 4, 5, 6, 7, 8];
/** Bytes per second. */
const speeds = [500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000];

type SpeedLimitProps = {
  readonly label: string;
  readonly hint: string;
  /** Bytes per second; null for no limit. */
  readonly value: number | null;
  readonly onChange: (limit: number | null) => void;
};

function SpeedLimit({ label, hint, value, onChange }: SpeedLimitProps) {
  const limits = value === null ? speeds : [...new Set([...speeds, value])].sort((a, b) => a - b);
  const options = limits.map((speed) => ({
    value: speed,
    label: t('settings.bandwidthOf', { speed: formatSpeed(speed) }),
  }));
  return (
    <SettingChoice
      {...{ label, hint, value: value ?? '' }}
      options={[{ value: '', label: t('settings.bandwidthNone') }, ...options]}
      onChoose={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
    />
  );
}

export function DownloadSettings({ settings, onUpdate }: DownloadSettingsProps) {
  const { parallelDownloads, parallelPerHost, bandwidthLimit } = settings;
  return (
    <>
      <SettingChoice
        label={t('settings.parallel')}
        hint={t('settings.parallelHint')}
        value={parallelDownloads}
        options={counts.map((count) => ({ value: count, label: String(count) }))}
        onChoose={(value) => onUpdate({ parallelDownloads: Number(value) })}
      />
      <SettingChoice
        label={t('settings.perHost')}
        hint={t('settings.perHostHint')}
        value={parallelPerHost}
        options={counts.map((count) => ({ value: count, label: String(count) }))}
        onChoose={(value) => onUpdate({ parallelPerHost: Number(value) })}
      />
      <SpeedLimit
        label={t('settings.bandwidth')}
        hint={t('settings.bandwidthHint')}
        value={bandwidthLimit}
        onChange={(limit) => onUpdate({ bandwidthLimit: limit })}
      />
      <DownloadHoursSetting
        value={settings.downloadHours}
        onChange={(downloadHours) => onUpdate({ downloadHours })}
      />
      <label className="field">
        <span className={styles.check}>
          <input
            type="checkbox"
            checked={settings.pauseOnMetered}
            onChange={({ target }) => onUpdate({ pauseOnMetered: target.checked })}
          />
          {t('settings.metered')}
        </span>
        <span className="field-hint">{t('settings.meteredHint')}</span>
      </label>
      <label className="field">
        <span className={styles.check}>
          <input
            type="checkbox"
            checked={settings.lookAhead}
            onChange={({ target }) => onUpdate({ lookAhead: target.checked })}
          />
          {t('settings.lookAhead')}
        </span>
        <span className="field-hint">{t('settings.lookAheadHint')}</span>
      </label>
      <label className="field">
        <span className={styles.check}>
          <input
            type="checkbox"
            checked={settings.keepAwake}
            onChange={({ target }) => onUpdate({ keepAwake: target.checked })}
          />
          {t('settings.keepAwake')}
        </span>
        <span className="field-hint">{t('settings.keepAwakeHint')}</span>
      </label>
    </>
  );
}
