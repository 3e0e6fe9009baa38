/** Charges that agents request. */
export const approvals = {
  approve: 'Approve {{price}}',
  deny: 'Deny',
  facts: {
    apiKey: 'API key',
    file: 'File',
    fileWithFormat: '{{path}} ({{format}}, {{lod}})',
    licence: 'Licence',
    noTarget: 'The agent did not say',
    size: 'Size',
    sizeOfFiles_one: '{{count, number}} file, {{size}}',
    sizeOfFiles_other: '{{count, number}} files, {{size}}',
    target: 'Used for',
    expires: 'Expires',
  },
  notice: 'An agent with the key “{{key}}” asks to spend {{price}} on “{{title}}”.',
  noticeAndMore_one:
    'An agent with the key “{{key}}” asks to spend {{price}} on “{{title}}”. {{count, number}} more request is waiting.',
  noticeAndMore_other:
    'An agent with the key “{{key}}” asks to spend {{price}} on “{{title}}”. {{count, number}} more requests are waiting.',
  question:
    'An agent wants to unlock <model/>. If you approve, it may do so once, for this file, at this price.',
  review: 'Review',
  reviewInBrowser: 'Review in browser',
  title: 'Spend {{price}}?',
} as const;
