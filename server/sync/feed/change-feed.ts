import type { Db } from '../../base/db/open-database.ts';
import type { Sight } from '../../base/sight.ts';

type Change = {
  readonly offset: number;
  readonly guid: string;
  readonly version: number;
  readonly op: 'upsert' | 'delete';
  readonly at: string;
};

export type ChangeFeed = {
  /** Offset of the last change; 0 before the first. */
  head(): number;
  /** Up to `limit` changes after an offset, in order; only the last one of each model. */
  after(offset: number, limit: number): readonly Change[];
  /** Number of models in this server's own library. */
  products(): number;
};

/**
 * Reads changes that triggers record in the same transaction as the model. Models that following sites cannot see are
 * reported as removed as soon as an access right says so.
 */
export function createChangeFeed(db: Db, sightOfSites: () => Sight | null): ChangeFeed {
  const head = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM sync_change').pluck();
  const after = db.prepare<[number, number], Change>(
    'SELECT seq AS offset, guid, version, op, at FROM sync_change WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const products = db
    .prepare<[string], number>(
      'SELECT count(*) FROM model WHERE host IS NULL AND id NOT IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const listHidden = (sight: Sight | null) => JSON.stringify([...(sight?.hiddenIds ?? [])]);
  const hide = db.prepare<[string]>(
    `INSERT OR REPLACE INTO sync_change (guid, version, op, at)
     SELECT guid, sync_change.version, 'delete', at FROM sync_change JOIN model USING (guid)
     WHERE op = 'upsert' AND model.id IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  );
  const show = db.prepare<[string]>(
    `INSERT OR REPLACE INTO sync_change (guid, version, op, at)
     SELECT guid, model.version, 'upsert', at FROM sync_change JOIN model USING (guid)
     WHERE op = 'delete' AND host IS NULL AND model.id NOT IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  );
  let toldFor: string | null = null;
  /** Cached, because sites poll every few seconds and counting reads all models. */
  let counted: { readonly of: string; readonly products: number } | null = null;
  const tellRights = () => {
    const sight = sightOfSites();
    const key = sight?.key ?? '';
    if (key === toldFor) return sight;
    const hidden = listHidden(sight);
    db.transaction(() => {
      hide.run(hidden);
      show.run(hidden);
    }).immediate();
    toldFor = key;
    return sight;
  };
  return {
    head() {
      tellRights();
      return head.get() ?? 0;
    },
    after(offset, limit) {
      const sight = tellRights();
      const changes = after.all(offset, limit);
      return changes.map((change) => (sight?.hides(change.guid) ? { ...change, op: 'delete' } : change));
    },
    products() {
      const sight = tellRights();
      const of = `${head.get()} ${sight?.key}`;
      if (counted?.of !== of) counted = { of, products: products.get(listHidden(sight)) ?? 0 };
      return counted.products;
    },
  };
}
