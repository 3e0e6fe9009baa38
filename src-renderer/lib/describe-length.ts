import { perLanguage, t } from '../text/text.ts';

const brief = perLanguage((language) => new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }));
const perMetre = { m: 1, cm: 100, mm: 1000 } as const;

/** Formats a length such as 2.4 m, 35 cm or 4 mm; in units if the file has no scale. */
export const describeLength = (length: number, isMetric: boolean) =>
  describeLengths([length], isMetric, length >= 1 ? 'm' : 'cm');

/** Formats width, height and depth with one unit, mostly centimetres: 86.3 × 77.2 × 57 cm. */
export const describeSize = (size: readonly number[], isMetric = true) =>
  describeLengths(size, isMetric, Math.max(...size) >= 10 ? 'm' : 'cm');

function describeLengths(lengths: readonly number[], isMetric: boolean, usual: 'm' | 'cm'): string {
  const unit = Math.max(...lengths) < 0.01 ? 'mm' : usual;
  const write = (length: number) => brief().format(isMetric ? length * perMetre[unit] : length);
  return t(`units.length.${isMetric ? unit : 'units'}`, { length: lengths.map(write).join(' × ') });
}
