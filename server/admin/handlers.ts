import type { Handlers } from '../base/http/bind.ts';
import { pageFacts, toPage } from '../base/http/paging.ts';
import type { Readiness } from '../base/http/status.ts';
import { toCents, toUsd } from '../base/money.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import type { Config } from '../config.ts';
import type { AdminAccount } from '../contract/admin-accounts.ts';
import type { adminLibraryRoutes } from '../contract/admin-library.ts';
import type { RouteName } from '../contract/index.ts';
import type { AccountSummary } from './account-directory.ts';
import type { AdminServices } from './admin-services.ts';
import type { ServerFacts } from './server-facts.ts';

type Parts = {
  readonly services: AdminServices;
  readonly facts: ServerFacts;
  readonly config: Config;
  readonly readiness: Readiness;
  readonly startedAt: string;
};
type Names = Exclude<Extract<RouteName, `admin${string}`>, keyof typeof adminLibraryRoutes>;

const toAccount = ({ balanceCents, ...account }: AccountSummary): AdminAccount => ({
  ...account,
  balanceUsd: toUsd(balanceCents),
});
const changed = (account: AccountSummary) => ({ ok: true, account: toAccount(account) }) as const;

export const createAdminHandlers = (parts: Parts): Pick<Handlers, Names> => ({
  ...createAccountChanges(parts),
  ...createAdminLists(parts),
});

type ChangeNames = Extract<
  Names,
  | `adminSet${string}`
  | 'adminCreateAccount'
  | 'adminGrant'
  | 'adminTake'
  | 'adminDisable'
  | 'adminEnable'
  | 'adminInvite'
  | 'adminRevokeInvitation'
>;

function createAccountChanges({ services, config }: Parts): Pick<Handlers, ChangeNames> {
  const { accounts, invites } = services;
  return {
    adminCreateAccount: async ({ body, caller }) => {
      const { role = 'member', ...wish } = body;
      const creditCents = config.signupCreditCents;
      return changed(await accounts.create({ ...wish, role, creditCents }, caller.accountId));
    },
    adminGrant: ({ params, body: { amountUsd, reason }, caller }) =>
      changed(accounts.grant(params.accountId, { cents: toCents(amountUsd), reason }, caller.accountId)),
    adminTake: ({ params, body: { amountUsd, reason, allowNegative = false }, caller }) => {
      const amount = { cents: toCents(amountUsd), reason, allowNegative };
      return changed(accounts.take(params.accountId, amount, caller.accountId));
    },
    adminDisable: ({ params, caller }) => changed(accounts.disable(params.accountId, caller.accountId)),
    adminEnable: ({ params, caller }) => changed(accounts.enable(params.accountId, caller.accountId)),
    adminSetPassword: async ({ params, body, caller }) =>
      changed(await accounts.setPassword(params.accountId, body.newPassword, caller.accountId)),
    adminSetRole: ({ params, body, caller }) =>
      changed(accounts.setRole(params.accountId, body.role, caller.accountId)),
    adminInvite: ({ body, caller }) => {
      const { code, ...invitation } = invites.make(body, caller.accountId);
      return { ok: true, invitation, inviteCode: code };
    },
    adminRevokeInvitation: ({ params, caller }) => {
      invites.revoke(params.invitationId, caller.accountId);
      return null;
    },
  };
}

function createAdminLists(parts: Parts): Pick<Handlers, Exclude<Names, ChangeNames>> {
  const { services, facts, config, readiness, startedAt } = parts;
  const { directory, ledger, actions, invitations } = services;
  return {
    adminAccounts: ({ query }) => {
      const page = toPage(query);
      const { accounts, total } = directory.list({ search: query.search ?? '', ...page });
      return { ok: true, accounts: accounts.map(toAccount), ...pageFacts(page, accounts.length, total) };
    },
    adminAccount: ({ params }) => changed(directory.get(params.accountId)),
    adminTransactions: ({ params, query }) => {
      const { id } = directory.get(params.accountId);
      const page = toPage(query);
      const transactions = ledger.list(id, page).map(toTransaction);
      return { ok: true, transactions, ...pageFacts(page, transactions.length, ledger.count(id)) };
    },
    adminInvitations: ({ query }) => {
      const page = toPage(query);
      const listed = [...invitations.list(page)];
      return { ok: true, invitations: listed, ...pageFacts(page, listed.length, invitations.count()) };
    },
    adminProblems: ({ query: { kind = null, ...query } }) => {
      const page = toPage(query);
      const problems = facts.problems({ kind, ...page });
      const kinds = facts.problemKinds();
      const wanted = kinds.filter((one) => kind === null || one.kind === kind);
      const total = wanted.reduce((sum, { count }) => sum + count, 0);
      return { ok: true, problems, kinds, ...pageFacts(page, problems.length, total) };
    },
    adminActions: ({ query: { accountId = null, ...query } }) => {
      const page = toPage(query);
      const listed = actions.list({ accountId, ...page });
      return { ok: true, actions: listed, ...pageFacts(page, listed.length, actions.count({ accountId })) };
    },
    adminStatus: () => {
      const { balancesCents, ...counts } = facts.counts();
      const library = { isReady: readiness.isReady(), ...readiness.progress() };
      const { role, registration } = config;
      return {
        ok: true,
        startedAt,
        role,
        registration,
        library,
        hosts: facts.hosts(),
        ...counts,
        balancesUsd: toUsd(balancesCents),
      };
    },
  };
}
