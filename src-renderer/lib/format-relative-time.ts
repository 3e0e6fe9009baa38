import { perLanguage, t } from '../text/text.ts';

const words = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const steps = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'year', seconds: 31_557_600 },
] as const;

/** Formats as `2 hours ago`; times are ISO 8601, `now` is in milliseconds. */
export function formatRelativeTime(time: string, now: number): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  if (Number.isNaN(seconds)) return '';
  const step = steps.findLast((candidate) => Math.abs(seconds) >= candidate.seconds);
  return step === undefined
    ? t('units.justNow')
    : words().format(Math.trunc(seconds / step.seconds), step.unit);
}
