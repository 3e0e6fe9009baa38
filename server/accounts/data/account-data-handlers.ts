import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { Handlers } from '../../base/http/bind.ts';
import type { AccountData } from '../../contract/account-data.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import { AppError } from '../../contract/errors.ts';
import type { TokenUses } from '../access/token-uses.ts';
import { users } from '../access/users.ts';
import type { BrowserSessions } from '../sign-in/browser-sessions.ts';
import type { Credentials } from '../sign-in/credentials.ts';

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly credentials: Credentials;
  readonly sessions: BrowserSessions;
  readonly uses: TokenUses;
  readonly read: (user: User) => Promise<AccountData>;
  readonly remove: (user: User) => Promise<void>;
};

export function createAccountDataHandlers(parts: Parts) {
  const { store, credentials, sessions, uses, read, remove, clock } = parts;
  const requireUser = async (accountId: string): Promise<User> => {
    const user = await store.run(users.findById(accountId));
    if (!user)
      throw new AppError('UNAUTHENTICATED', 'This account no longer exists. Sign in with another one.');
    return user;
  };
  return {
    exportAccount: async ({ caller, http }) => {
      await uses.settled();
      const name = `lodestock-account-${toIso(clock()).slice(0, 10)}.json`;
      http.reply.header('content-disposition', `attachment; filename="${name}"`);
      return { ok: true, ...(await read(await requireUser(caller.accountId))) };
    },
    deleteAccount: async ({ body, caller, http }) => {
      const user = await requireUser(caller.accountId);
      const { tokenId } = caller;
      await credentials.confirm({
        email: user.email,
        oldPassword: body.password,
        tokenId,
        field: 'password',
      });
      await remove(user);
      if (caller.kind === 'session') await sessions.end(http.request, http.reply);
      return null;
    },
  } satisfies Partial<Handlers>;
}
