/** Tables that one site copies from another, in an explicit list so that no account data is ever copied. */
export const copiedTables = [
  'model',
  'file',
  'leaf_digest',
  'poster',
  'model_version',
  'sync_host',
  'sync_product',
  'problem',
  'search_change',
  'model_embedding',
  'job',
  'job_count',
  'shared_popularity',
] as const;

export const copiedSettings = [
  'catalogue_id',
  'search_change_floor',
  'embeddings.source',
  'embeddings.dimensions',
] as const;

/** Tables of SQLite and of the schema that are never empty. */
export const filledTables = ['catalogue_setting', 'revision', 'sqlite_sequence'] as const;
