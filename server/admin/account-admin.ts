import type { ActionName, Actor, AuditLog, NewAction } from '../accounts/audit-log.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Tokens } from '../accounts/tokens.ts';
import type { Users } from '../accounts/users.ts';
import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { formatUsd, toUsd } from '../base/money.ts';
import type { AccountLedger } from '../billing/ledger.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import type { AccountDirectory, AccountSummary } from './account-directory.ts';

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly ledger: AccountLedger;
  readonly directory: AccountDirectory;
  readonly actions: AuditLog;
};

export type NewAccount = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: User['role'];
  readonly creditCents: number;
};
export type Amount = { readonly cents: number; readonly reason: string };

export type AccountAdmin = ReturnType<typeof createAccountAdmin>;

/**
 * What admins do to accounts, named by id or e-mail address, over HTTP and on the command line; each change and its record are one
 * transaction.
 */
export function createAccountAdmin(parts: Parts) {
  const { db, clock, users, tokens, passwords, ledger, directory, actions } = parts;
  type Change = { readonly accountId: string; readonly actor: Actor; readonly action: ActionName };
  type Work = (account: AccountSummary, at: string) => NewAction['details'];

  const change = db.transaction(({ accountId, actor, action }: Change, work: Work): AccountSummary => {
    const at = toIso(clock());
    const account = directory.get(accountId);
    const details = work(account, at);
    actions.note({ actor, action, accountId: account.id, details, at });
    return directory.get(account.id);
  });
  const requireAnotherAdmin = (account: AccountSummary) => {
    if (account.role !== 'admin' || account.isDisabled || users.countAdmins() > 1) return;
    throw new AppError(
      'FORBIDDEN',
      `${account.email} is the only admin of this server. Make somebody else an admin first.`,
    );
  };
  const insert = db.transaction((wish: NewAccount, passwordHash: string, actor: Actor): AccountSummary => {
    const { email, name, role, creditCents } = wish;
    const at = toIso(clock());
    const added = users.add({ email, name, passwordHash, role, at });
    if (!added) throw new AppError('EMAIL_TAKEN', `There is an account for ${email} already.`);
    const accountId = added.id;
    if (creditCents > 0) ledger.credit({ accountId, cents: creditCents, reason: 'Welcome credit', at });
    actions.note({ actor, action: 'account.create', accountId, details: { email, role }, at });
    return directory.get(accountId);
  });

  return {
    create: async (wish: NewAccount, actor: Actor) =>
      insert.immediate(wish, await passwords.hash(wish.password), actor),
    grant: (accountId: string, { cents, reason }: Amount, actor: Actor) =>
      change.immediate({ accountId, actor, action: 'credit.grant' }, ({ id }, at) => {
        ledger.credit({ accountId: id, cents, reason, at });
        return { amountUsd: toUsd(cents), reason };
      }),
    /** Throws INSUFFICIENT_BALANCE, and takes nothing, where the balance would fall below zero. */
    take: (accountId: string, amount: Amount & { allowNegative: boolean }, actor: Actor) =>
      change.immediate({ accountId, actor, action: 'credit.take' }, (account, at) => {
        const { cents, reason, allowNegative } = amount;
        if (account.balanceCents < cents && !allowNegative) {
          throw new AppError(
            'INSUFFICIENT_BALANCE',
            `${account.email} has ${formatUsd(account.balanceCents)}, so ${formatUsd(cents)} cannot be taken. Take less, or allow a balance below zero.`,
            { details: { amountUsd: toUsd(cents), balanceUsd: toUsd(account.balanceCents) } },
          );
        }
        ledger.debit({ accountId: account.id, cents, reason, at });
        return { amountUsd: toUsd(cents), reason, allowNegative };
      }),
    disable: (accountId: string, actor: Actor) =>
      change.immediate({ accountId, actor, action: 'account.disable' }, (account) => {
        requireAnotherAdmin(account);
        users.setDisabled(account.id, true);
        return { revoked: tokens.revokeAll(account.id, null) };
      }),
    enable: (accountId: string, actor: Actor) =>
      change.immediate({ accountId, actor, action: 'account.enable' }, ({ id }) => {
        users.setDisabled(id, false);
        return {};
      }),
    async setPassword(accountId: string, newPassword: string, actor: Actor) {
      directory.get(accountId);
      const passwordHash = await passwords.hash(newPassword);
      return change.immediate({ accountId, actor, action: 'account.password' }, ({ id }) => {
        users.setPassword(id, passwordHash);
        return { revoked: tokens.revokeAll(id, null) };
      });
    },
    setRole: (accountId: string, role: User['role'], actor: Actor) =>
      change.immediate({ accountId, actor, action: 'account.role' }, (account) => {
        if (role !== 'admin') requireAnotherAdmin(account);
        users.setRole(account.id, role);
        return { from: account.role, to: role };
      }),
  };
}
