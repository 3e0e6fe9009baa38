import { perLanguage } from '../text/text.ts';

const grouped = perLanguage((language) => new Intl.NumberFormat(language));

export function formatCount(count: number): string {
  return grouped().format(count);
}
