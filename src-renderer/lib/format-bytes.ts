import { findShown, t } from '../text/text.ts';
import { writeNumber } from '../text/write-number.ts';

const units = ['kilobytes', 'megabytes', 'gigabytes', 'terabytes'] as const;

/** Formats bytes in decimal units with at most three digits: `2.4 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  if (value < 999.5) return t('units.bytes.bytes', { count: Math.round(value) });
  let step = -1;
  while (value >= 999.5 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  const isWhole = value >= 99.95 || value === Math.trunc(value);
  const written = isWhole ? String(Math.round(value)) : writeNumber(value, findShown(), 1);
  return t(`units.bytes.${units[step] ?? 'terabytes'}`, { value: written });
}

export function formatSpeed(bytesPerSecond: number): string {
  return t('units.perSecond', { size: formatBytes(bytesPerSecond) });
}
