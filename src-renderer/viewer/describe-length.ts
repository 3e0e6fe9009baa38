import { t } from '../text/text.ts';

const places = (value: number, digits: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: digits, useGrouping: true });

/** A length as people say it: 2.4 m, 35 cm, 4 mm; in units where the file does not say how long they are. */
export function describeLength(length: number, isMetric: boolean): string {
  if (!isMetric) return t('preview.length.units', { length: places(length, 3) });
  if (length >= 1) return t('preview.length.m', { length: places(length, 3) });
  if (length >= 0.01) return t('preview.length.cm', { length: places(length * 100, 3) });
  return t('preview.length.mm', { length: places(length * 1000, 3) });
}
