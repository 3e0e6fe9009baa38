import type { Db } from '../../base/db/open-database.ts';

type Change = {
  readonly offset: number;
  readonly guid: string;
  readonly version: number;
  readonly op: 'upsert' | 'delete';
  readonly at: string;
};

export type ChangeFeed = {
  /** The offset of the last change; 0 before the first. */
  head(): number;
  /** Changes after an offset in their order, at most `limit`; of each model its last one. */
  after(offset: number, limit: number): readonly Change[];
  /** Models of this server's own library. */
  products(): number;
};

/** Reads the changes that the database's triggers write in the transaction of each model's row. */
export function createChangeFeed(db: Db): ChangeFeed {
  const head = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM sync_change').pluck();
  const after = db.prepare<[number, number], Change>(
    'SELECT seq AS offset, guid, version, op, at FROM sync_change WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const products = db.prepare<[], number>('SELECT count(*) FROM model WHERE host IS NULL').pluck();
  return {
    head: () => head.get() ?? 0,
    after: (offset, limit) => after.all(offset, limit),
    products: () => products.get() ?? 0,
  };
}
