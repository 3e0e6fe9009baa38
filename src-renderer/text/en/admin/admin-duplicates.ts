/** Texts about models of the same shape. */
export const adminDuplicates = {
  again: 'List again',
  againOf: 'List again: {{titles}}',
  dismissed: 'Set aside',
  empty: 'No two models have the same shape.',
  hint: 'Models of the same shape, in whatever format, folder or unit. No file is ever deleted: copies in one folder become one model; copies elsewhere are hidden, and come back under Models.',
  keep: 'Keep this one',
  keepOf: 'Keep {{title}} in {{folder}}, without its copies',
  kinds: { family: 'Variants', same: 'Copies' },
  noneDismissed: 'You have set no group aside.',
  notSame: 'Not the same',
  notSameOf: 'Not the same: {{titles}}',
  triangles_one: '{{count, number}} triangle',
  triangles_other: '{{count, number}} triangles',
} as const;
