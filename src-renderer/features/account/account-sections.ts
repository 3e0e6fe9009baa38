/** The parts of the account page; `unlocks` is the first of them. */
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
