import { t } from '../text/text.ts';

/** Formats remaining time in its two largest units: `1 h 5 min`, `3 min 20 s`. */
export function formatDuration(duration: number): string {
  const whole = Math.max(0, Math.ceil(duration));
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0)
    return minutes === 0
      ? t('units.duration.hours', { hours })
      : t('units.duration.hoursAndMinutes', { hours, minutes });
  if (minutes === 0) return t('units.duration.seconds', { seconds });
  return seconds === 0
    ? t('units.duration.minutes', { minutes })
    : t('units.duration.minutesAndSeconds', { minutes, seconds });
}
