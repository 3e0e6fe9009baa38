import { perLanguage, t } from '../text/text.ts';

const dollars = perLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }),
);

export function formatUsd(usd: number): string {
  return dollars().format(usd);
}

export function formatPrice(usd: number): string {
  return usd === 0 ? t('units.free') : formatUsd(usd);
}
