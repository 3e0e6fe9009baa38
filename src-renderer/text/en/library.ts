/** The downloaded models on this computer. */
export const library = {
  empty: 'Nothing downloaded yet',
  emptyHint:
    'Downloaded models appear here and work without a connection. They are ordinary folders in {{folder}}.',
  facts: '{{size}} · {{licence}} · version {{version}} · downloaded {{when}}',
  fileMissing: 'missing: download it again',
  filesMissing_one: '{{count, number}} file missing',
  filesMissing_other: '{{count, number}} files missing',
  filesOf: 'Files of {{title}}',
  filter: 'Filter the library',
  filterHint: 'Filter by title, format, topology',
  noneMatches: 'Nothing in the library matches “{{words}}”',
  noneMatchesHint: 'Try part of a title, a format such as FBX, or a topology such as 10k.',
  problems_one: '{{count, number}} folder needs attention',
  problems_other: '{{count, number}} folders need attention',
  showMore: 'Show {{count, number}} more',
  summary_one: '{{count, number}} model, {{size}} in {{folder}}',
  summary_other: '{{count, number}} models, {{size}} in {{folder}}',
  supportFiles_one: '{{count, number}} support file',
  supportFiles_other: '{{count, number}} support files',
  title: 'Library',
} as const;
