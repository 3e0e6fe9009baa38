import type { Db } from '../base/db/open-database.ts';
import { isMirror } from '../catalogue/model/model-hosts.ts';

/** What a site remembers of a host's product, even of a refused one. */
export type ProductRow = {
  readonly host: number;
  readonly guid: string;
  /** Offset of the last change that was read. */
  readonly seq: number;
  /** Version that was accepted; 0 if none. */
  readonly version: number;
  /** Highest version ever accepted from this host. */
  readonly highestVersion: number;
  readonly contentHash: string;
  /** Hash of all files, derived ones included; null if unknown. */
  readonly filesHash: string | null;
  readonly isRemoved: number;
  readonly pass: number;
  /** When a refused product was last tried; null if it is not refused. */
  readonly triedAt: number | null;
};

export type ProductRows = ReturnType<typeof createProductRows>;

type Mirror = Pick<ProductRow, 'host' | 'version'>;

const columns = `host, guid, seq, version, highest_version AS highestVersion, content_hash AS contentHash,
  files_hash AS filesHash, is_removed AS isRemoved, pass, tried_at AS triedAt`;

export function createProductRows(db: Db) {
  const find = db.prepare<[number, string], ProductRow>(
    `SELECT ${columns} FROM sync_product WHERE host = ? AND guid = ?`,
  );
  const save = db.prepare<[ProductRow]>(
    `INSERT OR REPLACE INTO sync_product
       (host, guid, seq, version, highest_version, content_hash, files_hash, is_removed, pass, tried_at)
     VALUES (@host, @guid, @seq, @version, @highestVersion, @contentHash, @filesHash, @isRemoved, @pass, @triedAt)`,
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
  const awaited = db
    .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM sync_product WHERE host = ? AND tried_at = 0)')
    .pluck();
  const retry = db.prepare(
    'UPDATE sync_product SET tried_at = 0 WHERE guid = ? AND host <> ? AND is_removed = 0',
  );
  const mirrors = db.prepare<[string], Mirror>(
    `SELECT offer.host, offer.version FROM model JOIN sync_product AS offer ON ${isMirror} WHERE model.guid = ?`,
  );
  const note = `UPDATE model SET is_mirrored = 1 - is_mirrored
    WHERE is_mirrored <> EXISTS (SELECT 1 FROM sync_product AS offer WHERE ${isMirror})`;
  const noteMirrors = db.prepare<[string]>(`${note} AND guid = ?`);
  const noteLostMirrors = db.prepare(`${note} AND is_mirrored = 1`);
  return {
    find: (host: number, guid: string) => find.get(host, guid) ?? null,
    save: (row: ProductRow) => void save.run(row),
    remove: (host: number, guid: string) => void remove.run(host, guid),
    /** Products not seen since `pass`, ordered by guid, starting after `after`. */
    unseen: ({ host, pass, after, limit }: { host: number; pass: number; after: string; limit: number }) =>
      unseen.all(host, pass, after, limit),
    /** Refused products last tried before a time, oldest first. */
    refused: ({ host, before, limit }: { host: number; before: number; limit: number }) =>
      refused.all(host, before, limit),
    /** Whether any product of a host is due to be read again at once. */
    isAwaited: (host: number) => awaited.get(host) === 1,
    /** Makes other hosts' offers under a guid due at once. */
    retry: (guid: string, host: number) => void retry.run(guid, host),
    /** Hosts with the same originals as the one that a model comes from. */
    mirrors: (guid: string) => mirrors.all(guid),
    /** Records whether a model has mirrors; returns whether that changed. */
    noteMirrors: (guid: string) => noteMirrors.run(guid).changes > 0,
    /** Does so for all models that had mirrors. */
    noteLostMirrors: () => noteLostMirrors.run().changes > 0,
  };
}
