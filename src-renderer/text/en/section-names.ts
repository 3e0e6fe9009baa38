/** Sections of the account and admin pages, which the palette and the account menu list on every page. */
export const accountSectionNames = {
  apps: 'Connected apps',
  keys: 'API keys',
  sessions: 'Sessions',
  settings: 'Settings',
  shares: 'Links',
  transactions: 'Transactions',
  unlocks: 'Unlocked models',
} as const;

export const adminSectionNames = {
  overview: 'Overview',
  models: 'Models',
  library: 'Folders',
  publishing: 'Publishing',
  duplicates: 'Duplicates',
  problems: 'Problems',
  people: 'Accounts',
  invitations: 'New accounts',
  server: 'Usage',
  hosts: 'File hosts',
  sources: 'Other catalogues',
  plugins: 'Plugins',
  rights: 'Rights',
  synonyms: 'Synonyms',
  backups: 'Backups',
  log: 'Audit log',
} as const;
