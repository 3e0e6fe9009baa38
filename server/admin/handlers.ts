import { toIso } from '../base/clock.ts';
import type { Handlers } from '../base/http/bind.ts';
import { pageFacts, toPage } from '../base/http/paging.ts';
import type { Readiness, Scanning } from '../base/http/status.ts';
import { toCents, toUsd } from '../base/money.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import type { Config } from '../config.ts';
import type { AdminAccount } from '../contract/admin-accounts.ts';
import type { adminLibraryRoutes } from '../contract/admin-library.ts';
import type { adminModelRoutes } from '../contract/admin-models.ts';
import type { RouteName } from '../contract/index.ts';
import type { AccountSummary } from './account-directory.ts';
import type { AdminServices } from './admin-services.ts';
import type { ProblemList } from './problem-list.ts';
import type { RegistrationAdmin } from './registration-admin.ts';
import type { ServerFacts } from './server-facts.ts';

type Parts = {
  readonly services: AdminServices;
  readonly registration: RegistrationAdmin;
  readonly facts: ServerFacts;
  readonly problems: ProblemList;
  readonly config: Config;
  readonly readiness: Readiness & Scanning;
  readonly startedAt: string;
};
type Names = Exclude<
  Extract<RouteName, `admin${string}`>,
  keyof typeof adminLibraryRoutes | keyof typeof adminModelRoutes
>;

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

function createAccountChanges({
  services,
  registration: newAccounts,
  config,
}: Parts): Pick<Handlers, ChangeNames> {
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
    adminSetRegistration: ({ body: { registration }, caller }) => {
      newAccounts.set(registration, caller.accountId);
      return { ok: true };
    },
    adminRevokeInvitation: ({ params, caller }) => {
      invites.revoke(params.invitationId, caller.accountId);
      return null;
    },
  };
}

function createAdminLists(parts: Parts): Pick<Handlers, Exclude<Names, ChangeNames>> {
  const { services, registration, facts, problems, config, readiness, startedAt } = parts;
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
      const groups = problems.groups({ kind, ...page });
      const total = problems.count(kind);
      return { ok: true, groups, kinds: problems.kinds(), ...pageFacts(page, groups.length, total) };
    },
    adminActions: ({ query: { accountId = null, guid = null, ...query } }) => {
      const page = toPage(query);
      const listed = actions.list({ accountId, guid, ...page });
      const total = actions.count({ accountId, guid });
      return { ok: true, actions: listed, ...pageFacts(page, listed.length, total) };
    },
    adminStatus: () => {
      const { balancesCents, ...counts } = facts.counts();
      const { role } = config;
      const { isScanning, lastScanAt } = readiness.state();
      const library = {
        ...{ isReady: readiness.isReady(), isScanning, ...readiness.progress() },
        folder: role === 'site' ? null : config.libraryName,
        lastScanAt: lastScanAt === null ? null : toIso(lastScanAt),
      };
      return {
        ok: true,
        startedAt,
        role,
        registration: registration.read(),
        isRegistrationFixed: config.isRegistrationFixed,
        jobs: facts.jobs(),
        library,
        hosts: facts.hosts(),
        ...counts,
        balancesUsd: toUsd(balancesCents),
      };
    },
  };
}
