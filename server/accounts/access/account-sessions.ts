import { type Clock, toIso } from '../../base/clock.ts';
import type { Handlers } from '../../base/http/bind.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import { change, selectAll } from '../../base/store/steps.ts';
import type { AccountSession } from '../../contract/accounts/account-sessions.ts';
import { AppError } from '../../contract/errors.ts';
import type { TokenUses } from './token-uses.ts';

type Own = { readonly accountId: string; readonly tokenId: string };

type AccountSessions = {
  /** Browsers and apps that signed in with the password: the caller's own first, then by last use. */
  list(caller: Own): Promise<AccountSession[]>;
  /** Takes effect on the next request. Throws NOT_FOUND for another account's session, as for an unknown one. */
  end(session: { id: string; accountId: string }): Promise<void>;
  /** Ends all sessions but the caller's; returns how many. */
  endOthers(caller: Own): Promise<number>;
};

type Row = Omit<AccountSession, 'isCurrent' | 'kind'> & { readonly kind: 'session' | 'user' };

const isSession = "kind IN ('session', 'user')";
const select = selectAll<Own & { now: string }, Row>(
  `SELECT id, kind, name, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "lastUsedAt", address
   FROM token LEFT JOIN token_use ON token_id = id
   WHERE account_id = @accountId AND ${isSession} AND expires_at > @now
   ORDER BY CASE WHEN id = @tokenId THEN 0 ELSE 1 END, coalesce(used_at, created_at) DESC, id`,
);
const remove = change<{ id: string; accountId: string }>(
  `DELETE FROM token WHERE id = @id AND account_id = @accountId AND ${isSession}`,
);
const removeOthers = change<Own>(
  `DELETE FROM token WHERE account_id = @accountId AND id <> @tokenId AND ${isSession}`,
);

export function createAccountSessions(store: AccountStore, clock: Clock): AccountSessions {
  return {
    async list({ accountId, tokenId }) {
      const rows = await store.run(select({ accountId, tokenId, now: toIso(clock()) }));
      return rows.map(({ kind, ...row }) => ({
        ...row,
        kind: kind === 'session' ? 'browser' : 'program',
        isCurrent: row.id === tokenId,
      }));
    },
    async end(session) {
      if ((await store.run(remove(session))) === 1) return;
      throw new AppError('NOT_FOUND', 'You have no such session. Refresh the list.');
    },
    endOthers: ({ accountId, tokenId }) => store.run(removeOthers({ accountId, tokenId })),
  };
}

export function createSessionHandlers(sessions: AccountSessions, uses: TokenUses) {
  return {
    accountSessions: async ({ caller }) => {
      await uses.settled();
      return { ok: true, sessions: await sessions.list(caller) };
    },
    endSession: async ({ params, caller }) => {
      await sessions.end({ id: params.sessionId, accountId: caller.accountId });
      return null;
    },
    endOtherSessions: async ({ caller }) => ({ ok: true, ended: await sessions.endOthers(caller) }),
  } satisfies Partial<Handlers>;
}
