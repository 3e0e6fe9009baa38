import type { Db } from '../base/db/open-database.ts';
import type { NewUpload } from './tus-headers.ts';

export type Upload = NewUpload & {
  readonly id: string;
  readonly accountId: string;
  /** Durable bytes; the file can have more, which do not count. */
  readonly offset: number;
  /** Whether the complete file matched its SHA-256. */
  readonly isDone: boolean;
  readonly publishId: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** Uploads with reserved space: those that expire after `reservedUntil`, except one. */
type Reserved = { readonly reservedUntil: number; readonly except: string };

type Row = Omit<Upload, 'isDone'> & { readonly isDone: number };
const toUpload = ({ isDone, ...row }: Row): Upload => ({ ...row, isDone: isDone === 1 });

export function openUploadRows(db: Db) {
  const columns = `id, account_id AS accountId, relative_path AS relativePath, size_bytes AS sizeBytes, sha256,
    offset_bytes AS offset, is_done AS isDone, publish_id AS publishId, expires_at AS expiresAt`;
  const insert = db.prepare<[Omit<Upload, 'isDone' | 'offset' | 'publishId'>]>(
    `INSERT INTO upload (id, account_id, relative_path, size_bytes, sha256, is_done, expires_at)
     VALUES (@id, @accountId, @relativePath, @sizeBytes, @sha256, @sizeBytes = 0, @expiresAt)`,
  );
  const find = db.prepare<[string], Row>(`SELECT ${columns} FROM upload WHERE id = ?`);
  const free = db.prepare<[string], Row>(
    `SELECT ${columns} FROM upload WHERE account_id = ? AND publish_id IS NULL ORDER BY rowid`,
  );
  const taken = db.prepare<[string], Row>(
    `SELECT ${columns} FROM upload WHERE publish_id = ? ORDER BY rowid`,
  );
  const all = db.prepare<[], string>('SELECT id FROM upload').pluck();
  const advance = db.prepare('UPDATE upload SET offset_bytes = ?, expires_at = ? WHERE id = ?');
  const finish = db.prepare(
    'UPDATE upload SET is_done = 1, offset_bytes = size_bytes, expires_at = ? WHERE id = ?',
  );
  const remove = db.prepare('DELETE FROM upload WHERE id = ? AND publish_id IS NULL');
  const removeOf = db.prepare('DELETE FROM upload WHERE publish_id = ?');
  const take = db.prepare(
    'UPDATE upload SET publish_id = ? WHERE id = ? AND is_done = 1 AND publish_id IS NULL',
  );
  const takeCopy = db.prepare<[{ id: string; copy: string; publishId: string }]>(
    `INSERT INTO upload (id, account_id, relative_path, size_bytes, sha256, offset_bytes, is_done, publish_id, expires_at)
     SELECT @copy, account_id, relative_path, size_bytes, sha256, offset_bytes, is_done, @publishId, expires_at
     FROM upload WHERE id = @id AND is_done = 1 AND publish_id IS NULL`,
  );
  const giveBack = db.prepare('UPDATE upload SET publish_id = NULL WHERE publish_id = ?');
  const everyFree = db.prepare<[], Row>(
    `SELECT ${columns} FROM upload WHERE publish_id IS NULL ORDER BY rowid`,
  );
  const expired = db
    .prepare<[number], string>('SELECT id FROM upload WHERE publish_id IS NULL AND expires_at <= ?')
    .pluck();
  const used = db
    .prepare<[Reserved & { accountId: string }], number>(
      `SELECT (SELECT coalesce(sum(iif(expires_at > @reservedUntil, size_bytes, offset_bytes)), 0)
           FROM upload WHERE account_id = @accountId AND publish_id IS NULL AND id <> @except)
         + (SELECT coalesce(sum(size_bytes), 0) FROM publish WHERE account_id = @accountId)`,
    )
    .pluck();
  const missing = db
    .prepare<[Reserved], number>(
      `SELECT coalesce(sum(size_bytes - offset_bytes), 0) FROM upload
       WHERE expires_at > @reservedUntil AND id <> @except`,
    )
    .pluck();
  return {
    add: (upload: Omit<Upload, 'isDone' | 'offset' | 'publishId'>) => void insert.run(upload),
    find(id: string): Upload | null {
      const row = find.get(id);
      return row ? toUpload(row) : null;
    },
    /** Uploads of an account that belong to no publish. */
    listFree: (accountId: string) => free.all(accountId).map(toUpload),
    /** The same for all accounts. */
    listAllFree: () => everyFree.all().map(toUpload),
    listTaken: (publishId: string) => taken.all(publishId).map(toUpload),
    ids: () => all.all(),
    advance: (id: string, offset: number, expiresAt: number) => void advance.run(offset, expiresAt, id),
    /** Marks it as complete and verified: until then, the offset never reaches the end. */
    finish: (id: string, expiresAt: number) => void finish.run(expiresAt, id),
    /** Returns whether it existed and belonged to no publish. */
    remove: (id: string) => remove.run(id).changes === 1,
    /** Returns whether it was complete and belonged to no publish. */
    take: (id: string, publishId: string) => take.run(publishId, id).changes === 1,
    /** The same for a copy, which leaves the upload itself free. */
    takeCopy: (wish: { readonly id: string; readonly copy: string; readonly publishId: string }) =>
      takeCopy.run(wish).changes === 1,
    giveBack: (publishId: string) => void giveBack.run(publishId),
    removeTaken: (publishId: string) => void removeOf.run(publishId),
    expired: (now: number) => expired.all(now),
    /** Stored, reserved and published bytes of an account. */
    usedBytes: (accountId: string, reserved: Reserved) => used.get({ accountId, ...reserved }) ?? 0,
    /** Bytes reserved but not received yet, of all accounts. */
    missingBytes: (reserved: Reserved) => missing.get(reserved) ?? 0,
  };
}

export type UploadRows = ReturnType<typeof openUploadRows>;
