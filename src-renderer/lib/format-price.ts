import { texts } from '../text/text.ts';
import { writeNumber } from '../text/write-number.ts';

/** As Intl writes it; see `writeNumber`. */
export function formatUsd(usd: number): string {
  const written = writeNumber(Math.abs(usd), texts.language, 2);
  const sign = usd < 0 ? '-' : '';
  return texts.language === 'en' ? `${sign}$${written}` : `${sign}${written}\u00a0$`;
}
