/** Names of the kinds of problems. */
export const problemNames = {
  unreadable: 'Cannot be read',
  link: 'Link',
  name: 'Name',
  broken: 'Broken file',
  changed: 'Changed file',
  metadata: 'Description',
  missing: 'Missing file',
  duplicate: 'Duplicate GUID',
  copy: 'Copy',
  empty: 'Empty',
  'left-out': 'Left out',
  poster: 'Poster',
  flaw: 'Flawed file',
  levels: 'Levels',
  asset: 'Asset',
  host: 'File host',
  'host-history': 'History of a file host',
  'host-model': 'Model of a file host',
} as const;

/** Admin actions, as the audit log names them. */
export const actionNames = {
  account: {
    create: 'Account created',
    disable: 'Account disabled',
    enable: 'Account enabled',
    password: 'Password set',
    role: 'Role changed',
  },
  app: {
    grant: 'App allowed',
    revoke: 'App access ended',
  },
  credit: {
    grant: 'Credit added',
    take: 'Balance debited',
  },
  invitation: {
    make: 'Invitation created',
    revoke: 'Invitation revoked',
  },
  library: {
    clean: 'Published versions deleted',
    edit: 'Models edited',
    hide: 'Models hidden',
    'level-formats': 'Formats of levels changed',
    levels: 'Levels rebuilt',
    merge: 'Models merged',
    'not-same': 'Duplicates dismissed',
    posters: 'Posters rendered again',
    products: 'product.json written',
    publish: 'Models published',
    review: 'Review of new models changed',
    rule: 'Folder rule changed',
    same: 'Duplicates listed again',
    show: 'Models shown again',
    split: 'Model split',
  },
  people: {
    groups: 'Groups changed',
    rights: 'Rights changed',
  },
  problem: {
    pass: 'Problems passed over',
    show: 'Problems listed again',
  },
  publish: {
    approve: 'Publish approved',
    refuse: 'Publish refused',
  },
  search: {
    synonyms: 'Synonyms changed',
  },
  server: {
    backup: 'Backup made',
    registration: 'Registration changed',
  },
  source: { switch: 'Catalogue switched' },
  starter: {
    pin: 'Plugin version pinned',
    unpin: 'Plugin version unpinned',
  },
  upload: {
    end: 'Upload ended',
  },
} as const;
