/** Tags and notes of people, which the page of a model has too. */
export const libraryNotes = {
  accountHint: 'Kept with your account; nobody else sees it',
  add: 'Add',
  addTag: 'Add a tag',
  addTagHint: 'Tag, another tag',
  anyTag: 'Any',
  note: 'Your note',
  noteHint: 'Kept with the library, for everyone who uses it',
  notSent: 'Your account did not take all of it, so it is on this computer alone. {{reason}}',
  removeTag: 'Remove the tag {{name}}',
  someOf: '{{count, number}} of {{total, number}}',
  tag: 'Tag',
  tags: 'Your tags',
} as const;
