import { hasPrices } from '../../lib/has-prices.ts';

/** The parts of the account page. */
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

/** The parts that people see: none about money where models have no prices. The page opens with the first. */
export const shownAccountSections = (): readonly AccountSectionName[] =>
  hasPrices() ? accountSections : accountSections.filter((name) => !aboutMoney.includes(name));
