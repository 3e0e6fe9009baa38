import { useId } from 'react';
import type { Settings } from '../../../src-main/platform/ipc/contract.ts';
import { perLanguage, t } from '../../text/text.ts';
import styles from './parts/settings.module.css';

type Hours = NonNullable<Settings['downloadHours']>;
type DownloadHoursProps = {
  readonly value: Settings['downloadHours'];
  readonly onChange: (hours: Settings['downloadHours']) => void;
};

const night: Hours = { from: '19:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6] };
/** From Monday on; 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];
/** 4 January 1970 was a Sunday. */
const toDate = (day: number) => new Date(Date.UTC(1970, 0, 4 + day));

const dayName = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }),
);

/** When downloads may continue: at any time, or in the hours of some days. */
export function DownloadHoursSetting({ value, onChange }: DownloadHoursProps) {
  const id = useId();
  return (
    <fieldset className={styles.radios} aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <span id={`${id}-label`} className="field-label">
        {t('settings.hours.label')}
      </span>
      <label>
        <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
        <span>{t('settings.hours.any')}</span>
      </label>
      <label>
        <input type="radio" name={id} checked={value !== null} onChange={() => onChange(value ?? night)} />
        <span>{t('settings.hours.some')}</span>
      </label>
      {value !== null && <HoursFields hours={value} onChange={onChange} />}
      <p id={`${id}-hint`} className="field-hint">
        {t('settings.hours.hint')}
      </p>
    </fieldset>
  );
}

type HoursFieldsProps = { readonly hours: Hours; readonly onChange: (hours: Hours) => void };

function HoursFields({ hours, onChange }: HoursFieldsProps) {
  const { from, to, days } = hours;
  const toggle = (day: number) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort();
    if (next.length > 0) onChange({ ...hours, days: next });
  };
  return (
    <div className={styles.hours}>
      <div className={styles.times}>
        <TimeField
          label={t('settings.hours.from')}
          value={from}
          onChange={(time) => onChange({ ...hours, from: time })}
        />
        <TimeField
          label={t('settings.hours.to')}
          value={to}
          onChange={(time) => onChange({ ...hours, to: time })}
        />
      </div>
      <fieldset className={styles.days} aria-label={t('settings.hours.days')}>
        {weekdays.map((day) => (
          <label key={day}>
            <input type="checkbox" checked={days.includes(day)} onChange={() => toggle(day)} />
            <span>{dayName().format(toDate(day))}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

type TimeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
};

/** A field that is half filled in is empty to us: the time before stays. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label className="stack gap-1">
      <span className="field-hint">{label}</span>
      <input
        type="time"
        className="input"
        defaultValue={value}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    </label>
  );
}
