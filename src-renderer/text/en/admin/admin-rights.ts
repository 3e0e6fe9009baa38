/** Groups of people and their rights. */
export const adminRights = {
  addGroup: 'Add a group',
  addRight: 'Add a right',
  changedMeanwhile:
    'Someone else has changed groups or rights, so yours were not saved. Load theirs with “Discard changes”.',
  discard: 'Discard changes',
  fromCompany: '{{count, number}} by company sign-in',
  group: 'Group',
  groups: 'Groups',
  hint: 'Everybody may see and download everything. What has a right is closed to all but its groups and admins.',
  kinds: { category: 'Category', collection: 'Collection', root: 'Folder' },
  may: 'May',
  mays: { download: 'also download', edit: 'also edit', see: 'only see' },
  members: 'E-mail addresses',
  noGroups: 'No groups. Add one with e-mail addresses, or with its name in your company’s sign-in.',
  none: 'No rights: everything is open.',
  remove: 'Remove',
  rights: 'Rights',
  save: 'Save',
  saved: 'Saved. The rights apply now.',
  target: 'Which',
  what: 'What',
};
