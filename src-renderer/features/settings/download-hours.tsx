import type { Settings } from '../../../src-main/platform/ipc/contract.ts';
import { Radios } from '../../components/forms/radios.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import { perLanguage, t } from '../../text/text.ts';
import styles from './parts/settings.module.css';

type Hours = NonNullable<Settings['downloadHours']>;
type DownloadHoursProps = {
  readonly value: Settings['downloadHours'];
  readonly onChange: (hours: Settings['downloadHours']) => void;
};

const night: Hours = { from: '19:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6] };
/** Starting on Monday; 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];
/** 4 January 1970 was a Sunday. */
const toDate = (day: number) => new Date(Date.UTC(1970, 0, 4 + day));

const dayName = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }),
);

/** When downloads may run: at any time, or during certain hours of some days. */
export function DownloadHoursSetting({ value, onChange }: DownloadHoursProps) {
  return (
    <Radios
      legend={t('settings.hours.label')}
      hint={t('settings.hours.hint')}
      value={value === null ? 'any' : 'some'}
      options={[
        ['any', t('settings.hours.any')],
        ['some', t('settings.hours.some')],
      ]}
      onChoose={(choice) => onChange(choice === 'any' ? null : (value ?? night))}
    >
      {value !== null && <HoursFields hours={value} onChange={onChange} />}
    </Radios>
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
          <Tick key={day} isOn={days.includes(day)} onTurn={() => toggle(day)}>
            {dayName().format(toDate(day))}
          </Tick>
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

/** A half-filled time field is empty, so the previous time stays. */
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
