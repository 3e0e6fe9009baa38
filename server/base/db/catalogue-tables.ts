/** All that can be read or made again, in an order in which each row can be written after those it refers to. */
export const catalogueTables = [
  'revision',
  'sync_host',
  'sync_product',
  'sync_change',
  'model',
  'file',
  'poster',
  'problem',
  'scanned_folder',
  'unpacked_archive',
  'waiting_model',
  'leaf_list',
  'leaf_digest',
  'blend_file',
  'rendered_poster',
  'refused_poster',
  'job',
  'job_count',
  'made_asset',
  'model_embedding',
  'search_change',
  'shared_popularity',
] as const;

export const catalogueViews = ['own_poster', 'listed_problem', 'catalogue_sequence'] as const;

/** What the catalogue keeps for itself in `catalogue_setting`. */
export const catalogueSettings = [
  'catalogue_id',
  'search_change_floor',
  'embeddings.source',
  'embeddings.dimensions',
  'library_read',
  'hosts_read',
] as const;
