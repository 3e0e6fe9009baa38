import type { Settings } from '../../../src-main/platform/ipc/contract.ts';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { formatSpeed } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import { DownloadHoursSetting } from './download-hours.tsx';

type DownloadSettingsProps = {
  readonly settings: Settings;
  readonly onUpdate: (change: Partial<Settings>) => void;
};

const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => [count, String(count)] as const);
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
  const options = limits.map(
    (speed) => [speed, t('settings.bandwidthOf', { speed: formatSpeed(speed) })] as const,
  );
  return (
    <SelectField<number | ''>
      {...{ label, hint, value: value ?? '' }}
      options={[['', t('settings.bandwidthNone')], ...options]}
      onChoose={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

export function DownloadSettings({ settings, onUpdate }: DownloadSettingsProps) {
  const { parallelDownloads, parallelPerHost, bandwidthLimit } = settings;
  return (
    <>
      <SelectField
        label={t('settings.parallel')}
        hint={t('settings.parallelHint')}
        value={parallelDownloads}
        options={counts}
        onChoose={(value) => onUpdate({ parallelDownloads: value })}
      />
      <SelectField
        label={t('settings.perHost')}
        hint={t('settings.perHostHint')}
        value={parallelPerHost}
        options={counts}
        onChoose={(value) => onUpdate({ parallelPerHost: value })}
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
      {(['pauseOnMetered', 'lookAhead', 'keepAwake'] as const).map((name) => (
        <Tick
          key={name}
          isOn={settings[name]}
          hint={t(`settings.${name}Hint`)}
          onTurn={(isOn) => onUpdate({ [name]: isOn })}
        >
          {t(`settings.${name}`)}
        </Tick>
      ))}
    </>
  );
}
