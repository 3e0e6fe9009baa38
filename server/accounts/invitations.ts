import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { AppError } from '../contract/errors.ts';
import { makeCode, readCode } from './code-words.ts';
import { hashSecret } from './tokens.ts';

export type Invitation = {
  readonly id: string;
  /** How the code begins; the code itself is shown once. */
  readonly prefix: string;
  readonly note: string;
  readonly madeAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly usedByEmail: string | null;
};

export type Invitations = {
  /** `madeBy` is null for the command line. */
  make(wish: {
    note: string;
    lifetime: number;
    madeBy: string | null;
  }): Invitation & { readonly code: string };
  /** Newest first. */
  list(page: { limit: number; offset: number }): readonly Invitation[];
  count(): number;
  /** Throws NOT_FOUND; one that was used stays in the list. */
  revoke(id: string): void;
  isValid(code: string): boolean;
  /** Uses the code up; false when it is unknown, used or over. */
  use(code: string, accountId: string): boolean;
};

/** One-use codes with which a person may register where not everybody may. */
export function createInvitations(db: Db, clock: Clock): Invitations {
  const insert = db.prepare(
    `INSERT INTO invitation (id, code_hash, prefix, note, made_by, made_at, expires_at)
     VALUES (@id, @hash, @prefix, @note, @madeBy, @madeAt, @expiresAt)`,
  );
  const select = db.prepare<[{ limit: number; offset: number }], Invitation>(
    `SELECT invitation.id, prefix, note, made_at AS madeAt, expires_at AS expiresAt, used_at AS usedAt,
       account.email AS usedByEmail
     FROM invitation LEFT JOIN account ON account.id = used_by
     ORDER BY made_at DESC, invitation.id LIMIT @limit OFFSET @offset`,
  );
  const total = db.prepare<[], number>('SELECT count(*) FROM invitation').pluck();
  const remove = db.prepare('DELETE FROM invitation WHERE id = ? AND used_at IS NULL');
  const find = db.prepare(
    'SELECT 1 FROM invitation WHERE code_hash = ? AND used_at IS NULL AND expires_at > ?',
  );
  const take = db.prepare(
    `UPDATE invitation SET used_by = ?, used_at = ?
     WHERE code_hash = ? AND used_at IS NULL AND expires_at > ?`,
  );
  const hashOf = (code: string) => hashSecret(`invitation ${readCode(code)}`);

  return {
    make({ note, lifetime, madeBy }) {
      const code = makeCode(4);
      const now = clock();
      const made = { id: randomUUID(), prefix: code.slice(0, 4), note, madeAt: toIso(now) };
      const expiresAt = toIso(now + lifetime);
      insert.run({ ...made, hash: hashOf(code), madeBy, expiresAt });
      return { ...made, expiresAt, usedAt: null, usedByEmail: null, code };
    },
    list: (page) => select.all(page),
    count: () => total.get() ?? 0,
    revoke(id) {
      if (remove.run(id).changes === 1) return;
      throw new AppError('NOT_FOUND', 'There is no such open invitation. Refresh the list.');
    },
    isValid: (code) => find.get(hashOf(code), toIso(clock())) !== undefined,
    use: (code, accountId) => {
      const now = toIso(clock());
      return take.run(accountId, now, hashOf(code), now).changes === 1;
    },
  };
}
