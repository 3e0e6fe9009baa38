import { randomUUID } from 'node:crypto';
import { type Clock, toIso } from '../../base/clock.ts';
import { change, type Steps, selectAll, selectCount, selectOne } from '../../base/store/steps.ts';
import { AppError } from '../../contract/errors.ts';
import { hashSecret } from '../access/secrets.ts';
import { makeCode, readCode } from './code-words.ts';

export type Invitation = {
  readonly id: string;
  /** Start of the code, which itself is shown only once. */
  readonly prefix: string;
  readonly note: string;
  readonly madeAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly usedByEmail: string | null;
};

type Page = { readonly limit: number; readonly offset: number };
type Row = Pick<Invitation, 'id' | 'prefix' | 'note' | 'madeAt' | 'expiresAt'> & {
  readonly hash: Buffer;
  readonly madeBy: string | null;
};

const insert = change<Row>(
  `INSERT INTO invitation (id, code_hash, prefix, note, made_by, made_at, expires_at)
   VALUES (@id, @hash, @prefix, @note, @madeBy, @madeAt, @expiresAt)`,
);
const select = selectAll<Page, Invitation>(
  `SELECT invitation.id, prefix, note, made_at AS "madeAt", expires_at AS "expiresAt", used_at AS "usedAt",
     account.email AS "usedByEmail"
   FROM invitation LEFT JOIN account ON account.id = used_by
   ORDER BY made_at DESC, invitation.id LIMIT @limit OFFSET @offset`,
);
const total = selectCount<Record<never, never>>('SELECT count(*) AS count FROM invitation');
const remove = change<{ id: string }>('DELETE FROM invitation WHERE id = @id AND used_at IS NULL');
const find = selectOne<{ hash: Buffer; now: string }, unknown>(
  'SELECT 1 AS found FROM invitation WHERE code_hash = @hash AND used_at IS NULL AND expires_at > @now',
);
const take = change<{ accountId: string; hash: Buffer; now: string }>(
  `UPDATE invitation SET used_by = @accountId, used_at = @now
   WHERE code_hash = @hash AND used_at IS NULL AND expires_at > @now`,
);
const hashOf = (code: string) => hashSecret(`invitation ${readCode(code)}`);

export type Invitations = ReturnType<typeof createInvitations>;

/** Single-use codes that let their holder register while registration is not open to everyone. */
export function createInvitations(clock: Clock) {
  return {
    /** `madeBy` is null for the command line. */
    *make(wish: {
      note: string;
      lifetime: number;
      madeBy: string | null;
    }): Steps<Invitation & { readonly code: string }> {
      const { note, lifetime, madeBy } = wish;
      const code = makeCode(4);
      const now = clock();
      const made = { id: randomUUID(), prefix: code.slice(0, 4), note, madeAt: toIso(now) };
      const expiresAt = toIso(now + lifetime);
      yield* insert({ ...made, hash: hashOf(code), madeBy, expiresAt });
      return { ...made, expiresAt, usedAt: null, usedByEmail: null, code };
    },
    /** Newest first. */
    list: (page: Page) => select(page),
    count: () => total({}),
    /** Throws NOT_FOUND; used invitations stay in the list. */
    *revoke(id: string): Steps<void> {
      if ((yield* remove({ id })) === 1) return;
      throw new AppError('NOT_FOUND', 'There is no such open invitation. Refresh the list.');
    },
    *isValid(code: string): Steps<boolean> {
      return (yield* find({ hash: hashOf(code), now: toIso(clock()) })) !== null;
    },
    /** Uses the code up; false if it is unknown, used or expired. */
    *use(code: string, accountId: string): Steps<boolean> {
      return (yield* take({ accountId, hash: hashOf(code), now: toIso(clock()) })) === 1;
    },
  };
}
