import type { Handlers } from '../http/bind.ts';
import type { AccountSessions } from './account-sessions.ts';
import type { TokenUses } from './token-uses.ts';

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
