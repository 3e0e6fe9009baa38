import type { Db } from '../base/db/open-database.ts';

/** What a site remembers of a product of a host, whether it took it in or not. */
export type ProductRow = {
  readonly host: number;
  readonly guid: string;
  /** The offset of the last change that was read. */
  readonly seq: number;
  /** The version that was taken in; 0 before the first. */
  readonly version: number;
  /** The greatest version ever taken in from this host. */
  readonly highestVersion: number;
  readonly contentHash: string;
  readonly isRemoved: number;
  readonly pass: number;
  /** When a refused product was last tried; null when it is not refused. */
  readonly triedAt: number | null;
};

export type ProductRows = {
  find(host: number, guid: string): ProductRow | null;
  save(row: ProductRow): void;
  remove(host: number, guid: string): void;
  /** Products that no pass since `pass` has seen, by guid, after one. */
  unseen(ask: { host: number; pass: number; after: string; limit: number }): readonly string[];
  /** Refused products that were last tried before a time, longest ago first. */
  refused(ask: { host: number; before: number; limit: number }): readonly string[];
  /** Lets those who were refused this guid try it again at once. */
  retry(guid: string): void;
};

const columns = `host, guid, seq, version, highest_version AS highestVersion, content_hash AS contentHash,
  is_removed AS isRemoved, pass, tried_at AS triedAt`;

export function createProductRows(db: Db): ProductRows {
  const find = db.prepare<[number, string], ProductRow>(
    `SELECT ${columns} FROM sync_product WHERE host = ? AND guid = ?`,
  );
  const save = db.prepare<[ProductRow]>(
    `INSERT OR REPLACE INTO sync_product
       (host, guid, seq, version, highest_version, content_hash, is_removed, pass, tried_at)
     VALUES (@host, @guid, @seq, @version, @highestVersion, @contentHash, @isRemoved, @pass, @triedAt)`,
  );
  const remove = db.prepare('DELETE FROM sync_product WHERE host = ? AND guid = ?');
  const unseen = db
    .prepare<[number, number, string, number], string>(
      'SELECT guid FROM sync_product WHERE host = ? AND pass < ? AND guid > ? ORDER BY guid LIMIT ?',
    )
    .pluck();
  const refused = db
    .prepare<[number, number, number], string>(
      `SELECT guid FROM sync_product WHERE host = ? AND tried_at IS NOT NULL AND tried_at < ?
       ORDER BY tried_at, guid LIMIT ?`,
    )
    .pluck();
  const retry = db.prepare('UPDATE sync_product SET tried_at = 0 WHERE guid = ? AND tried_at IS NOT NULL');
  return {
    find: (host, guid) => find.get(host, guid) ?? null,
    save: (row) => void save.run(row),
    remove: (host, guid) => void remove.run(host, guid),
    unseen: ({ host, pass, after, limit }) => unseen.all(host, pass, after, limit),
    refused: ({ host, before, limit }) => refused.all(host, before, limit),
    retry: (guid) => void retry.run(guid),
  };
}
