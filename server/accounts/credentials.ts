import type { Clock } from '../clock.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { createRateLimiter, tooMany } from '../http/rate-limit.ts';
import type { Passwords } from './passwords.ts';
import { createTurns } from './turns.ts';
import type { Users } from './users.ts';

export type Credentials = {
  /** Throws one UNAUTHENTICATED for an unknown address, a wrong password and a disabled account. */
  signIn(input: { email: string; password: string }): Promise<User>;
  /** Throws INVALID_INPUT for a wrong old password. Counted like a sign-in. */
  changePassword(input: { email: string; oldPassword: string; newPassword: string }): Promise<void>;
};

type Parts = { readonly users: Users; readonly passwords: Passwords; readonly clock: Clock };

/** Passwords of accounts. Ten wrong ones slow that account's sign-ins down, never its tokens. */
export function createCredentials({ users, passwords, clock }: Parts): Credentials {
  const wrong = createRateLimiter(limits.wrongPasswords, { clock, what: 'wrong passwords' });
  const inTurn = createTurns();

  /** One check at a time for an account, so that many at once are no way around the limit. */
  const check = (email: string, password: string) =>
    inTurn(email, async () => {
      const wait = wrong.waitFor(email);
      if (wait > 0) throw tooMany('wrong passwords for this account', wait);
      const found = users.findByEmail(email);
      const isRight = await passwords.isRight(password, found?.passwordHash ?? null);
      if (found && isRight && !found.isDisabled) return found.user;
      wrong.hit(email);
      return null;
    });

  return {
    async signIn({ email, password }) {
      const user = await check(email, password);
      if (user) return user;
      throw new AppError('UNAUTHENTICATED', 'E-mail address or password is wrong. Check both and try again.');
    },
    async changePassword({ email, oldPassword, newPassword }) {
      const user = await check(email, oldPassword);
      if (!user) {
        const reason = 'this is not your password';
        throw new AppError('INVALID_INPUT', `Correct oldPassword: ${reason}.`, {
          details: { fields: { oldPassword: reason } },
        });
      }
      users.setPassword(user.id, await passwords.hash(newPassword));
    },
  };
}
