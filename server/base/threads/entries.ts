/** Entry points of threads and processes: name in the built app, source below server/. Only data, as the build imports it. */
export const entries = {
  'archive-thread': 'files/archive/archive-thread.ts',
  'backup-thread': 'base/db/backup-thread.ts',
  'checkpoint-thread': 'base/db/checkpoint-thread.ts',
  'copy-thread': 'sync/copy/copy-thread.ts',
  'fetch-thread': 'base/bucket/fetch-thread.ts',
  'index-thread': 'catalogue/search/engine/state/index-thread.ts',
  'inspect-worker': 'inspect/inspect-worker.ts',
  'level-maker': 'derive/make/level-process.ts',
  'library-thread': 'library/scan/library-thread.ts',
  'long-query-thread': 'base/db/long-query-thread.ts',
  'pack-thread': 'catalogue/search/embeddings/pack/pack-thread.ts',
  'picture-reader': 'posters/pictures/picture-process.ts',
  'poster-browser': 'posters/headless/browser-process.ts',
  'query-thread': 'catalogue/search/engine/state/query-thread.ts',
  'scan-thread': 'library/watch/scan-thread.ts',
  'vector-worker': 'catalogue/search/embeddings/vector-worker.ts',
} as const;

export type EntryName = keyof typeof entries;
