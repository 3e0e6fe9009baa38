import type { Clock } from '../base/clock.ts';
import { createRateLimiter, tooMany } from '../base/http/rate-limit.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Passwords } from './passwords.ts';
import type { Users } from './users.ts';

type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work of the same key runs one after the other, so that what one finds out holds for the next. */
function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

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
