import packageJson from '../../package.json' with { type: 'json' };
import { auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Handlers } from '../base/http/bind.ts';
import { pageFacts, toPage } from '../base/http/paging.ts';
import type { Readiness, Scanning } from '../base/http/status.ts';
import { toCents, toUsd } from '../base/money.ts';
import { ledger } from '../billing/ledger.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import type { Config } from '../config.ts';
import { toRole } from '../contract/accounts/accounts.ts';
import type { AdminAccount } from '../contract/admin/admin-accounts.ts';
import type { adminDuplicateRoutes } from '../contract/admin/admin-duplicates.ts';
import type { adminLibraryRoutes } from '../contract/admin/admin-library.ts';
import type { adminModelRoutes } from '../contract/admin/admin-models.ts';
import type { adminPublishRoutes } from '../contract/admin/admin-publishing.ts';
import type { RouteName } from '../contract/index.ts';
import { textOf } from '../contract/sentence.ts';
import { type AccountSummary, directory } from './account-directory.ts';
import type { AdminServices } from './admin-services.ts';
import type { BackupAdmin } from './backup-admin.ts';
import type { ProblemList } from './problem-list.ts';
import type { RegistrationAdmin } from './registration-admin.ts';
import type { RightAdmin } from './right-admin.ts';
import type { ServerFacts } from './server-facts.ts';
import type { SynonymAdmin } from './synonym-admin.ts';
import type { UsageAdmin } from './usage-admin.ts';

type Parts = {
  readonly services: AdminServices;
  readonly registration: RegistrationAdmin;
  readonly facts: ServerFacts;
  readonly problems: ProblemList;
  readonly synonyms: SynonymAdmin;
  readonly rights: RightAdmin;
  readonly usage: UsageAdmin;
  readonly backups: BackupAdmin;
  readonly config: Config;
  readonly readiness: Readiness & Scanning;
  readonly startedAt: string;
};
type Names = Exclude<
  Extract<RouteName, `admin${string}`>,
  | keyof typeof adminLibraryRoutes
  | keyof typeof adminModelRoutes
  | keyof typeof adminDuplicateRoutes
  | keyof typeof adminPublishRoutes
>;

type Some = Partial<Pick<Handlers, Names>>;

const toAccount = ({ balanceCents, ...account }: AccountSummary): AdminAccount => ({
  ...account,
  balanceUsd: toUsd(balanceCents),
});
const changed = (account: AccountSummary) => ({ ok: true, account: toAccount(account) }) as const;

export const createAdminHandlers = (parts: Parts): Pick<Handlers, Names> => ({
  ...createAccountChanges(parts),
  ...createAdminLists(parts),
});

function createAccountChanges(parts: Parts) {
  const { services, registration: newAccounts, problems, synonyms, rights, backups, config } = parts;
  const { accounts, invites } = services;
  return {
    adminCreateAccount: async ({ body, caller }) => {
      const { role = 'member', ...wish } = body;
      const creditCents = config.signupCreditCents;
      return changed(await accounts.create({ ...wish, role: toRole(role), creditCents }, caller.accountId));
    },
    adminGrant: async ({ params, body: { amountUsd, reason }, caller }) =>
      changed(
        await accounts.grant(params.accountId, { cents: toCents(amountUsd), reason }, caller.accountId),
      ),
    adminTake: async ({ params, body: { amountUsd, reason, allowNegative = false }, caller }) => {
      const amount = { cents: toCents(amountUsd), reason, allowNegative };
      return changed(await accounts.take(params.accountId, amount, caller.accountId));
    },
    adminDisable: async ({ params, caller }) =>
      changed(await accounts.disable(params.accountId, caller.accountId)),
    adminEnable: async ({ params, caller }) =>
      changed(await accounts.enable(params.accountId, caller.accountId)),
    adminSetPassword: async ({ params, body, caller }) =>
      changed(await accounts.setPassword(params.accountId, body.newPassword, caller.accountId)),
    adminSetRole: async ({ params, body, caller }) =>
      changed(await accounts.setRole(params.accountId, toRole(body.role), caller.accountId)),
    adminInvite: async ({ body, caller }) => {
      const { code, ...invitation } = await invites.make(body, caller.accountId);
      return { ok: true, invitation, inviteCode: code };
    },
    adminSetRegistration: async ({ body: { registration }, caller }) => {
      await newAccounts.set(registration, caller.accountId);
      return { ok: true };
    },
    adminSetSynonyms: async ({ body, caller }) => ({
      ok: true,
      ...(await synonyms.save(body, caller.accountId)),
    }),
    adminSetGroups: async ({ body, caller }) => ({
      ok: true,
      ...(await rights.setGroups(body, caller.accountId)),
    }),
    adminSetRights: async ({ body, caller }) => ({
      ok: true,
      ...(await rights.setRights(body, caller.accountId)),
    }),
    adminBackUp: async ({ caller }) => ({ ok: true, backup: await backups.make(caller.accountId) }),
    adminPassProblems: async ({ body: { id, isPassed }, caller }) => ({
      ok: true,
      problems: await problems.pass(id, isPassed, caller.accountId),
    }),
    adminRevokeInvitation: async ({ params, caller }) => {
      await invites.revoke(params.invitationId, caller.accountId);
      return null;
    },
  } satisfies Some;
}

function createAdminLists(parts: Parts) {
  const { services, registration, facts, problems, synonyms, rights, usage, backups, config } = parts;
  const { readiness, startedAt } = parts;
  const { store, invitations } = services;
  return {
    adminAccounts: async ({ query }) => {
      const page = toPage(query);
      const { accounts, total } = await store.run(directory.list({ search: query.search ?? '', ...page }));
      return { ok: true, accounts: accounts.map(toAccount), ...pageFacts(page, accounts.length, total) };
    },
    adminAccount: async ({ params }) => changed(await store.run(directory.get(params.accountId))),
    adminTransactions: async ({ params, query }) => {
      const { id } = await store.run(directory.get(params.accountId));
      const page = toPage(query);
      const transactions = (await store.run(ledger.list(id, page))).map(toTransaction);
      const total = await store.run(ledger.count(id));
      return { ok: true, transactions, ...pageFacts(page, transactions.length, total) };
    },
    adminInvitations: async ({ query }) => {
      const page = toPage(query);
      const listed = [...(await store.run(invitations.list(page)))];
      const total = await store.run(invitations.count());
      return { ok: true, invitations: listed, ...pageFacts(page, listed.length, total) };
    },
    adminProblems: async ({ query: { kind = null, state = 'open', ...query } }) => {
      const page = toPage(query);
      const { groups, total } = await problems.list({ kind, state, ...page });
      return {
        ok: true,
        groups,
        kinds: await problems.kinds(state),
        ...pageFacts(page, groups.length, total),
      };
    },
    adminActions: async ({ query: { accountId = null, guid = null, ...query } }) => {
      const page = toPage(query);
      const listed = await store.run(auditLog.list({ accountId, guid, ...page }));
      const total = await store.run(auditLog.count({ accountId, guid }));
      return { ok: true, actions: listed, ...pageFacts(page, listed.length, total) };
    },
    adminSynonyms: () => ({ ok: true, ...synonyms.read() }),
    adminTrySynonyms: ({ body }) => ({ ok: true, ...synonyms.tryOut(body) }),
    adminGroups: async () => ({ ok: true, ...(await rights.groups()) }),
    adminRights: async () => ({ ok: true, ...(await rights.rights()) }),
    adminBackups: async () => ({
      ok: true,
      version: packageJson.version,
      program: `node ${process.argv[1]}`,
      ...(await backups.read()),
    }),
    adminUsage: async ({ query }) => ({ ok: true, ...(await usage.look(Number(query.days ?? 30))) }),
    adminStatus: async () => {
      const { balancesCents, ...counts } = await facts.counts();
      const { role } = config;
      const warnings = readiness.warnings?.() ?? [];
      const { isScanning, lastScanAt } = readiness.state();
      const library = {
        ...{ isReady: readiness.isReady(), isScanning, ...readiness.progress() },
        folder: role === 'site' ? null : config.libraryName,
        isDemo: config.isDemo,
        lastScanAt: lastScanAt === null ? null : toIso(lastScanAt),
        warnings: warnings.map(textOf),
        sentences: warnings.filter((one) => typeof one === 'object'),
      };
      return {
        ok: true,
        startedAt,
        lastBackupAt: backups.lastAt(),
        role,
        registration: await registration.read(),
        isRegistrationFixed: config.isRegistrationFixed,
        jobs: facts.jobs(),
        library,
        hosts: await facts.hosts(),
        ...counts,
        balancesUsd: toUsd(balancesCents),
      };
    },
  } satisfies Some;
}
