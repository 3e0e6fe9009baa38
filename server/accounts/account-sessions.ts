import { type Clock, toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Handlers } from '../base/http/bind.ts';
import type { AccountSession } from '../contract/account-sessions.ts';
import { AppError } from '../contract/errors.ts';
import type { TokenUses } from './token-uses.ts';

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
      throw new AppError('NOT_FOUND', 'You have no such session. Refresh the list.');
    },
    endOthers: ({ accountId, tokenId }) => removeOthers.run(accountId, tokenId).changes,
  };
}

type Names = 'accountSessions' | 'endSession' | 'endOtherSessions';

/** Where a person is signed in: seen and ended by that person alone. */
export function createSessionHandlers(sessions: AccountSessions, uses: TokenUses): Pick<Handlers, Names> {
  return {
    accountSessions: async ({ caller }) => {
      await uses.settled();
      return { ok: true, sessions: sessions.list(caller) };
    },
    endSession: ({ params, caller }) => {
      sessions.end({ id: params.sessionId, accountId: caller.accountId });
      return null;
    },
    endOtherSessions: ({ caller }) => ({ ok: true, ended: sessions.endOthers(caller) }),
  };
}
