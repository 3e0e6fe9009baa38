import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { hasPublicName } from '../../base/http/public-name.ts';
import { isSameText } from '../../base/keys.ts';
import { everyone } from '../../base/store/account-store.ts';
import type { Steps } from '../../base/store/steps.ts';
import { ledger } from '../../billing/ledger.ts';
import type { Config } from '../../config.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import { AppError } from '../../contract/errors.ts';
import { users } from '../access/users.ts';
import { deriveCode, readCode } from './code-words.ts';
import { signInThroughCompany } from './credentials.ts';
import type { Invitations } from './invitations.ts';
import type { Passwords } from './passwords.ts';
import { createRegistrationMode } from './registration-mode.ts';

type NewAccount = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly setupCode?: string | undefined;
  readonly inviteCode?: string | undefined;
  readonly isLocal: boolean;
};

export type Registration = ReturnType<typeof createRegistration>;

type Parts = Pick<Core, 'store' | 'config' | 'clock'> & {
  /** Every process with this key has the same set-up code. */
  readonly key: Buffer;
  readonly passwords: Passwords;
  readonly invitations: Invitations;
};

const wrongInvite = () =>
  new AppError(
    'FORBIDDEN',
    'This invitation code is wrong, already used or expired. Ask the person who invited you for a new one.',
    { details: { inviteCodeRequired: true } },
  );

/** Creates accounts: the first becomes admin, the others as the registration mode allows. */
export function createRegistration(parts: Parts) {
  const { store, key, passwords, invitations, config, clock } = parts;
  const code = deriveCode(key, 'set-up code', 3);
  const mode = createRegistrationMode(config);

  const requireFirst = ({ setupCode = '', isLocal }: NewAccount) => {
    // Behind a local proxy that adds no headers, remote callers look local.
    if ((isLocal && !hasPublicName(config)) || isSameText(readCode(setupCode), code)) return;
    throw new AppError(
      'FORBIDDEN',
      "The first account becomes this server's admin. Enter the set-up code that the server printed when it started.",
      { details: { setupCodeRequired: true } },
    );
  };
  function* requireInvited(inviteCode: string | undefined): Steps<void> {
    if (config.passwordUse !== 'on') throw signInThroughCompany();
    const now = yield* mode.read();
    if (now === 'open') return;
    if (now === 'closed') {
      throw new AppError('FORBIDDEN', 'This server is not accepting new accounts. Ask its admin for one.');
    }
    if (inviteCode === undefined) {
      throw new AppError(
        'FORBIDDEN',
        'This server requires an invitation for new accounts. Enter your invitation code, or ask its admin for one.',
        { details: { inviteCodeRequired: true } },
      );
    }
    if (!(yield* invitations.isValid(inviteCode))) throw wrongInvite();
  }
  function* requireAllowed(input: NewAccount): Steps<void> {
    if (yield* users.isEmpty()) requireFirst(input);
    else yield* requireInvited(input.inviteCode);
  }

  function* add(input: NewAccount, passwordHash: string): Steps<User> {
    // Checked again: another first account, or another use of the code, may have come first.
    yield* requireAllowed(input);
    const { email, name, inviteCode } = input;
    const at = toIso(clock());
    const isFirst = yield* users.isEmpty();
    const added = yield* users.add({ email, name, passwordHash, role: isFirst ? 'admin' : 'member', at });
    if (!added) {
      throw new AppError('EMAIL_TAKEN', 'This e-mail address already has an account. Sign in instead.');
    }
    const isInvited = !isFirst && (yield* mode.read()) === 'invite';
    if (isInvited && !(yield* invitations.use(inviteCode ?? '', added.id))) throw wrongInvite();
    if (config.signupCreditCents > 0) {
      const cents = config.signupCreditCents;
      yield* ledger.credit({ accountId: added.id, cents, reason: 'Welcome credit', at });
    }
    return added;
  }
  function* modeNow(): Steps<Config['registration']> {
    return (yield* users.isEmpty()) ? 'open' : yield* mode.read();
  }

  return {
    /** Who can create an account now; the first is always allowed. */
    mode: () => store.run(modeNow()),
    /** Required for the first account from another machine; null once there is an account. */
    setupCode: async () => ((await store.run(users.isEmpty())) ? code : null),
    async register(input: NewAccount) {
      await store.run(requireAllowed(input));
      return store.transaction(everyone, add(input, await passwords.hash(input.password)));
    },
  };
}
