import type { Tokens } from '../accounts/access/tokens.ts';
import { users } from '../accounts/access/users.ts';
import { type Actor, auditLog, type NewAction } from '../accounts/audit/audit-log.ts';
import type { Passwords } from '../accounts/sign-in/passwords.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { formatUsd, toUsd } from '../base/money.ts';
import { everyone } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import { ledger } from '../billing/ledger.ts';
import type { User } from '../contract/accounts/accounts.ts';
import type { ActionName } from '../contract/admin/admin-words.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import { type AccountSummary, directory } from './account-directory.ts';

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly tokens: Tokens;
  readonly passwords: Passwords;
};

type NewAccount = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: User['role'];
  readonly creditCents: number;
};
type Amount = { readonly cents: number; readonly reason: string };

function* requireAnotherAdmin(account: AccountSummary): Steps<void> {
  if (account.role !== 'admin' || account.isDisabled || (yield* users.countAdmins()) > 1) return;
  throw new AppError(
    'FORBIDDEN',
    sentence`${{ email: account.email }} is the only admin of this server. Make someone else an admin first.`,
  );
}

/** Admins' changes of accounts, by ID or e-mail, over HTTP and as commands; each with its audit record in one transaction. */
export function createAccountAdmin({ store, clock, tokens, passwords }: Parts) {
  type Change = { readonly accountId: string; readonly actor: Actor; readonly action: ActionName };
  type Work = (account: AccountSummary, at: string) => Steps<NewAction['details']>;

  function* apply({ accountId, actor, action }: Change, work: Work): Steps<AccountSummary> {
    const at = toIso(clock());
    const account = yield* directory.get(accountId);
    const details = yield* work(account, at);
    yield* auditLog.note({ actor, action, accountId: account.id, details, at });
    return yield* directory.get(account.id);
  }
  const change = (wanted: Change, work: Work) => store.transaction(everyone, apply(wanted, work));
  function* insert(wish: NewAccount, passwordHash: string, actor: Actor): Steps<AccountSummary> {
    const { email, name, role, creditCents } = wish;
    const at = toIso(clock());
    const added = yield* users.add({ email, name, passwordHash, role, at });
    if (!added) throw new AppError('EMAIL_TAKEN', sentence`There is an account for ${{ email }} already.`);
    const accountId = added.id;
    if (creditCents > 0)
      yield* ledger.credit({ accountId, cents: creditCents, reason: 'Welcome credit', at });
    yield* auditLog.note({ actor, action: 'account.create', accountId, details: { email, role }, at });
    return yield* directory.get(accountId);
  }

  return {
    create: async (wish: NewAccount, actor: Actor) =>
      store.transaction(everyone, insert(wish, await passwords.hash(wish.password), actor)),
    grant: (accountId: string, { cents, reason }: Amount, actor: Actor) =>
      change({ accountId, actor, action: 'credit.grant' }, function* ({ id }, at) {
        yield* ledger.credit({ accountId: id, cents, reason, at });
        return { amountUsd: toUsd(cents), reason };
      }),
    /** Throws INSUFFICIENT_BALANCE, without taking anything, if the balance would fall below zero. */
    take: (accountId: string, amount: Amount & { allowNegative: boolean }, actor: Actor) =>
      change({ accountId, actor, action: 'credit.take' }, function* ({ id, email }, at) {
        const { cents, reason, allowNegative } = amount;
        const balance = yield* ledger.lockedBalance(id);
        if (balance < cents && !allowNegative) {
          throw new AppError(
            'INSUFFICIENT_BALANCE',
            sentence`${{ email }} has ${{ balance: formatUsd(balance) }}, so ${{ amount: formatUsd(cents) }} cannot be taken. Take less, or allow a balance below zero.`,
            { details: { amountUsd: toUsd(cents), balanceUsd: toUsd(balance) } },
          );
        }
        yield* ledger.debit({ accountId: id, cents, reason, at });
        return { amountUsd: toUsd(cents), reason, allowNegative };
      }),
    disable: (accountId: string, actor: Actor) =>
      change({ accountId, actor, action: 'account.disable' }, function* (account) {
        yield* requireAnotherAdmin(account);
        yield* users.setDisabled(account.id, true);
        return { revoked: yield* tokens.revokeAll(account.id, { by: 'admin', actor }) };
      }),
    enable: (accountId: string, actor: Actor) =>
      change({ accountId, actor, action: 'account.enable' }, function* ({ id }) {
        yield* users.setDisabled(id, false);
        return {};
      }),
    async setPassword(accountId: string, newPassword: string, actor: Actor) {
      await store.run(directory.get(accountId));
      const passwordHash = await passwords.hash(newPassword);
      return change({ accountId, actor, action: 'account.password' }, function* ({ id }) {
        yield* users.setPassword(id, passwordHash);
        return { revoked: yield* tokens.revokeAll(id, { by: 'admin', actor }) };
      });
    },
    setRole: (accountId: string, role: User['role'], actor: Actor) =>
      change({ accountId, actor, action: 'account.role' }, function* (account) {
        if (role !== 'admin') yield* requireAnotherAdmin(account);
        yield* users.setRole(account.id, role);
        return { from: account.role, to: role };
      }),
  };
}
