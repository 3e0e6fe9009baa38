/** The users' tags and notes, which a model's page shows too. */
export const libraryNotes = {
  accountHint: 'Saved to your account; only you see it',
  add: 'Add',
  addTag: 'Add a tag',
  addTagHint: 'Tag, another tag',
  anyTag: 'Any',
  note: 'Your note',
  noteHint: 'Saved with the library, for everyone who uses it',
  notSent: 'Some of it could not be saved to your account, so it is only on this computer. {{reason}}',
  removeTag: 'Remove the tag {{name}}',
  someOf: '{{count, number}} of {{total, number}}',
  tag: 'Tag',
  tags: 'Your tags',
} as const;
