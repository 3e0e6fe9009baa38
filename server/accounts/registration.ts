import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { isSameText } from '../base/keys.ts';
import type { AccountLedger } from '../billing/ledger.ts';
import type { Config } from '../config.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import { deriveCode, readCode } from './code-words.ts';
import type { Invitations } from './invitations.ts';
import type { Passwords } from './passwords.ts';
import { openRegistrationMode } from './registration-mode.ts';
import type { Users } from './users.ts';

export type NewAccount = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly setupCode?: string | undefined;
  readonly inviteCode?: string | undefined;
  /** Whether the request comes from this very machine. */
  readonly isLocal: boolean;
};

export type Registration = {
  register(input: NewAccount): Promise<User>;
  /** Who may make an account now; the first always may. */
  mode(): Config['registration'];
  /** Needed by the first account when it comes from another machine; null once there is an account. */
  setupCode(): string | null;
};

type Parts = {
  readonly db: Db;
  /** Every process with this key has the same set-up code. */
  readonly key: Buffer;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly ledger: AccountLedger;
  readonly invitations: Invitations;
  readonly config: Config;
  readonly clock: Clock;
};

const wrongInvite = () =>
  new AppError(
    'FORBIDDEN',
    'This invitation code is wrong, used or over. Ask whoever invited you for a new one.',
    { details: { inviteCodeRequired: true } },
  );

/** Who may make an account: the first becomes the admin, the others as the server's setting says. */
export function createRegistration(parts: Parts): Registration {
  const { db, key, users, passwords, ledger, invitations, config, clock } = parts;
  const code = deriveCode(key, 'set-up code', 3);
  const mode = openRegistrationMode(db, config);

  const requireFirst = ({ setupCode = '', isLocal }: NewAccount) => {
    if (isLocal || isSameText(readCode(setupCode), code)) return;
    throw new AppError(
      'FORBIDDEN',
      "The first account becomes this server's admin. Enter the set-up code that the server printed when it started.",
      { details: { setupCodeRequired: true } },
    );
  };
  const requireInvited = (inviteCode: string | undefined) => {
    const now = mode.read();
    if (now === 'open') return;
    if (now === 'closed') {
      throw new AppError('FORBIDDEN', 'This server does not take new accounts. Ask whoever runs it for one.');
    }
    if (inviteCode === undefined) {
      throw new AppError(
        'FORBIDDEN',
        'This server takes new accounts by invitation. Enter the code of your invitation, or ask whoever runs it.',
        { details: { inviteCodeRequired: true } },
      );
    }
    if (!invitations.isValid(inviteCode)) throw wrongInvite();
  };
  const requireAllowed = (input: NewAccount) =>
    users.isEmpty() ? requireFirst(input) : requireInvited(input.inviteCode);

  const add = db.transaction((input: NewAccount, passwordHash: string): User => {
    // Asked again: another first account, or another use of the code, may have come in between.
    requireAllowed(input);
    const { email, name, inviteCode } = input;
    const at = toIso(clock());
    const isFirst = users.isEmpty();
    const added = users.add({ email, name, passwordHash, role: isFirst ? 'admin' : 'member', at });
    if (!added) {
      throw new AppError('EMAIL_TAKEN', 'This e-mail address has an account already. Sign in instead.');
    }
    const isInvited = !isFirst && mode.read() === 'invite';
    if (isInvited && !invitations.use(inviteCode ?? '', added.id)) throw wrongInvite();
    if (config.signupCreditCents > 0) {
      ledger.credit({ accountId: added.id, cents: config.signupCreditCents, reason: 'Welcome credit', at });
    }
    return added;
  });

  return {
    mode: () => (users.isEmpty() ? 'open' : mode.read()),
    setupCode: () => (users.isEmpty() ? code : null),
    async register(input) {
      requireAllowed(input);
      return add.immediate(input, await passwords.hash(input.password));
    },
  };
}
