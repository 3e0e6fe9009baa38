import { randomInt } from 'node:crypto';
import type { Ledger } from '../billing/ledger.ts';
import type { Clock } from '../clock.ts';
import { toIso } from '../clock.ts';
import type { Config } from '../config.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Db } from '../db/open-database.ts';
import { createRateLimiter, tooMany } from '../http/rate-limit.ts';
import { isSameText } from '../keys.ts';
import type { Passwords } from './passwords.ts';
import type { Users } from './users.ts';

export type Accounts = {
  register(input: Registration): Promise<User>;
  authenticate(input: { email: string; password: string; address: string }): Promise<User>;
  /** Needed by the first account when it comes from another machine; null once there is an account. */
  setupCode(): string | null;
};

export type Registration = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly setupCode?: string | undefined;
  readonly address: string;
};

type Parts = {
  readonly db: Db;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly ledger: Ledger;
  readonly config: Config;
  readonly clock: Clock;
};

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
const makeSetupCode = () =>
  Array.from({ length: 12 }, () => 'BCDFGHJKLMNPQRSTVWXZ23456789'[randomInt(28)]).join('');

export function createAccounts({ db, users, passwords, ledger, config, clock }: Parts): Accounts {
  const { rates } = limits;
  const registrations = createRateLimiter(rates.register, { clock, what: 'new accounts from your address' });
  const logins = createRateLimiter(rates.login, { clock, what: 'sign-ins from your address' });
  const wrongPasswords = createRateLimiter(rates.wrongPasswords, { clock, what: 'wrong passwords' });
  const code = makeSetupCode();

  const requireAllowed = ({ setupCode = '', address }: Registration) => {
    if (users.isEmpty()) {
      if (isLoopback(address) || isSameText(setupCode.toUpperCase().replaceAll('-', ''), code)) return;
      throw new AppError(
        'FORBIDDEN',
        "The first account becomes this server's admin. Enter the set-up code that the server printed when it started.",
        { details: { setupCodeRequired: true } },
      );
    }
    if (config.registration !== 'open') {
      throw new AppError('FORBIDDEN', 'This server does not take new accounts. Ask whoever runs it for one.');
    }
  };

  return {
    setupCode: () => (users.isEmpty() ? code : null),
    async register(input) {
      registrations.hit(input.address);
      requireAllowed(input);
      const passwordHash = await passwords.hash(input.password);
      const at = toIso(clock());
      const user = db
        .transaction(() => {
          const role = users.isEmpty() ? 'admin' : 'member';
          const added = users.add({ email: input.email, name: input.name, passwordHash, role, at });
          if (added && config.signupCreditCents > 0) {
            ledger.credit({
              accountId: added.id,
              cents: config.signupCreditCents,
              reason: 'Welcome credit',
              at,
            });
          }
          return added;
        })
        .immediate();
      if (!user) {
        throw new AppError('EMAIL_TAKEN', 'This e-mail address has an account already. Sign in instead.');
      }
      return user;
    },
    async authenticate({ email, password, address }) {
      logins.hit(address);
      const wait = wrongPasswords.waitFor(email);
      if (wait > 0) throw tooMany('wrong passwords for this account', wait);
      const found = users.findByEmail(email);
      const isRight = await passwords.isRight(password, found?.passwordHash ?? null);
      if (!found || !isRight || found.isDisabled) {
        wrongPasswords.hit(email);
        throw new AppError(
          'UNAUTHENTICATED',
          'E-mail address or password is wrong. Check both and try again.',
        );
      }
      return found.user;
    },
  };
}
