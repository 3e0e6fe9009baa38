import { randomBytes } from 'node:crypto';
import { toIso } from '../../../base/clock.ts';
import type { Core } from '../../../base/core.ts';
import { everyone } from '../../../base/store/account-store.ts';
import { change, type Steps, selectOne } from '../../../base/store/steps.ts';
import { ledger } from '../../../billing/ledger.ts';
import type { Config } from '../../../config.ts';
import { Email, Name, type User } from '../../../contract/accounts/accounts.ts';
import { users } from '../../access/users.ts';
import { rightRows } from '../../rights/right-rows.ts';
import type { Passwords } from '../passwords.ts';
import type { LoggedOut } from './back-channel.ts';
import type { CompanyClaims } from './company-provider.ts';
import { CompanyRefusal } from './company-refusal.ts';

type Identity = { readonly issuer: string; readonly subject: string };
type Linked = { readonly accountId: string; readonly madeAccount: number };

const find = selectOne<Identity, Linked>(
  `SELECT account_id AS "accountId", made_account AS "madeAccount" FROM company_identity
   WHERE issuer = @issuer AND subject = @subject`,
);
const findOfAccount = selectOne<{ issuer: string; accountId: string }, unknown>(
  'SELECT 1 AS found FROM company_identity WHERE issuer = @issuer AND account_id = @accountId',
);
/** Sessions of a user that may be the named one; all if none is named. */
const endSessions = change<LoggedOut>(
  `DELETE FROM token WHERE kind = 'session' AND (company_session = @session
     OR (company_session IS NULL OR @session IS NULL) AND account_id IN (
       SELECT account_id FROM company_identity WHERE issuer = @issuer AND subject = @subject))`,
);
const link = change<Identity & { accountId: string; madeAccount: number; at: string }>(
  `INSERT INTO company_identity (issuer, subject, account_id, made_account, linked_at)
   VALUES (@issuer, @subject, @accountId, @madeAccount, @at)`,
);

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly passwords: Passwords;
  readonly config: Pick<Config, 'company' | 'signupCreditCents'>;
};

/** Accounts of users whom the company's provider signs in, created at their first sign-in. */
export function createCompanyAccounts({ store, passwords, clock, config }: Parts) {
  const adminGroup = config.company?.adminGroup ?? null;

  /** The admin group decides the role of accounts created for the provider; an admin of this server stays one. */
  function* followGroup(user: User, { groups }: CompanyClaims, isMade: boolean): Steps<User> {
    if (adminGroup === null) return user;
    const isAdmin = groups.includes(adminGroup);
    const keepsRole = isAdmin ? user.role === 'admin' : user.role !== 'admin' || !isMade;
    if (keepsRole || (!isAdmin && (yield* users.countAdmins()) < 2)) return user;
    const role = isAdmin ? 'admin' : 'member';
    yield* users.setRole(user.id, role);
    return { ...user, role };
  }
  function* add(claims: CompanyClaims, email: string, passwordHash: string): Steps<User> {
    const isAdmin = adminGroup !== null && claims.groups.includes(adminGroup);
    // The first account must be an admin's, created with the set-up code or through the admin group.
    if (!isAdmin && (yield* users.isEmpty())) throw new CompanyRefusal('first');
    const name = Name.safeParse(claims.name ?? '').data ?? email;
    const at = toIso(clock());
    const added = yield* users.add({ email, name, passwordHash, role: isAdmin ? 'admin' : 'member', at });
    if (added === null) throw new CompanyRefusal('taken');
    const cents = config.signupCreditCents;
    if (cents > 0) yield* ledger.credit({ accountId: added.id, cents, reason: 'Welcome credit', at });
    return added;
  }
  function* enter(claims: CompanyClaims, passwordHash: string): Steps<User> {
    const user = yield* resolve(claims, passwordHash);
    yield* rightRows.setCompany(user.id, claims.groups);
    return user;
  }
  /** Links an account by e-mail only if the provider has verified it and no other identity is linked. */
  function* resolve(claims: CompanyClaims, passwordHash: string): Steps<User> {
    const { issuer, subject, isEmailVerified } = claims;
    const linked = yield* find({ issuer, subject });
    if (linked !== null) {
      const user = yield* users.findById(linked.accountId);
      const known = user && (yield* users.findByEmail(user.email));
      if (!known || known.isDisabled) throw new CompanyRefusal('disabled');
      return yield* followGroup(known.user, claims, linked.madeAccount === 1);
    }
    const email = Email.safeParse(claims.email ?? '').data;
    if (email === undefined) throw new CompanyRefusal('email');
    const at = toIso(clock());
    const existing = yield* users.findByEmail(email);
    if (existing === null) {
      const user = yield* add(claims, email, passwordHash);
      yield* link({ issuer, subject, accountId: user.id, madeAccount: 1, at });
      return user;
    }
    if (existing.isDisabled) throw new CompanyRefusal('disabled');
    const accountId = existing.user.id;
    const isTaken = (yield* findOfAccount({ issuer, accountId })) !== null;
    if (!isEmailVerified || isTaken) throw new CompanyRefusal('taken');
    yield* link({ issuer, subject, accountId, madeAccount: 0, at });
    return yield* followGroup(existing.user, claims, false);
  }

  return {
    endSessions: (loggedOut: LoggedOut) => store.run(endSessions(loggedOut)),
    /** The user's account, created or linked at the first sign-in. Throws CompanyRefusal. */
    async resolve(claims: CompanyClaims): Promise<User> {
      // A random password that no one knows, so that only the provider can sign in.
      const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
      return store.transaction(everyone, enter(claims, passwordHash));
    },
  };
}
