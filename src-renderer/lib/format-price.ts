import { findShown } from '../text/text.ts';
import { writeNumber } from '../text/write-number.ts';

/** Formats like Intl; see `writeNumber`. */
export function formatUsd(usd: number): string {
  const written = writeNumber(Math.abs(usd), findShown(), 2);
  const sign = usd < 0 ? '-' : '';
  return findShown() === 'en' ? `${sign}$${written}` : `${sign}${written}\u00a0$`;
}
