import type { Clock } from '../clock.ts';
import { toIso } from '../clock.ts';
import type { AccountSession } from '../contract/account-sessions.ts';
import { AppError } from '../contract/errors.ts';
import type { Db } from '../db/open-database.ts';

type Own = { readonly accountId: string; readonly tokenId: string };

export type AccountSessions = {
  /** Browsers and programs that signed in with the password, the one that asks first, then by last use. */
  list(caller: Own): AccountSession[];
  /** Acts on the next call. Throws NOT_FOUND for what is not this account's, like for what never was. */
  end(session: { id: string; accountId: string }): void;
  /** Ends all but the one that asks; how many there were. */
  endOthers(caller: Own): number;
};

type Row = Omit<AccountSession, 'isCurrent' | 'kind'> & { readonly kind: 'session' | 'user' };

const isSession = "kind IN ('session', 'user')";

export function createAccountSessions(db: Db, clock: Clock): AccountSessions {
  const select = db.prepare<[string, string, string], Row>(
    `SELECT id, kind, name, created_at AS createdAt, expires_at AS expiresAt, used_at AS lastUsedAt, address
     FROM token LEFT JOIN token_use ON token_id = id
     WHERE account_id = ? AND ${isSession} AND expires_at > ?
     ORDER BY id = ? DESC, coalesce(used_at, created_at) DESC, id`,
  );
  const remove = db.prepare(`DELETE FROM token WHERE id = ? AND account_id = ? AND ${isSession}`);
  const removeOthers = db.prepare(`DELETE FROM token WHERE account_id = ? AND id <> ? AND ${isSession}`);

  return {
    list: ({ accountId, tokenId }) =>
      select.all(accountId, toIso(clock()), tokenId).map(({ kind, ...row }) => ({
        ...row,
        kind: kind === 'session' ? 'browser' : 'program',
        isCurrent: row.id === tokenId,
      })),
    end({ id, accountId }) {
      if (remove.run(id, accountId).changes === 1) return;
      throw new AppError('NOT_FOUND', 'You have no such session. Look at the list again.');
    },
    endOthers: ({ accountId, tokenId }) => removeOthers.run(accountId, tokenId).changes,
  };
}
