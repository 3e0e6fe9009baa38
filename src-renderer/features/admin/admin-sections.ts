/** The sections of the admin page; a tab opens the section of its name. */
export const adminSections = [
  { name: 'overview', tab: 'overview' },
  { name: 'models', tab: 'models' },
  { name: 'library', tab: 'library' },
  { name: 'publishing', tab: 'library' },
  { name: 'problems', tab: 'library' },
  { name: 'duplicates', tab: 'library' },
  { name: 'people', tab: 'people' },
  { name: 'invitations', tab: 'people' },
  { name: 'rights', tab: 'people' },
  { name: 'server', tab: 'server' },
  { name: 'hosts', tab: 'server' },
  { name: 'sources', tab: 'server' },
  { name: 'plugins', tab: 'server' },
  { name: 'synonyms', tab: 'server' },
  { name: 'backups', tab: 'server' },
  { name: 'log', tab: 'server' },
] as const;
export type AdminSection = (typeof adminSections)[number]['name'];
/** Returns the address of a section, or of the rows that match the search. */
export type HrefOfSection = (section: AdminSection, search?: string) => string;
