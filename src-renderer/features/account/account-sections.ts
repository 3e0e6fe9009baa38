import { hasPrices } from '../../lib/has-prices.ts';

export const accountSections = [
  'unlocks',
  'transactions',
  'keys',
  'apps',
  'shares',
  'sessions',
  'settings',
] as const;
export type AccountSectionName = (typeof accountSections)[number];

const aboutMoney: readonly AccountSectionName[] = ['unlocks', 'transactions'];

/** Returns the visible sections: none about money if models have no prices. The page opens with the first. */
export const shownAccountSections = (): readonly AccountSectionName[] =>
  hasPrices() ? accountSections : accountSections.filter((name) => !aboutMoney.includes(name));
