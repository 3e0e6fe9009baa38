import { z } from 'zod';
import { type AccountSummary, directory } from '../admin/account-directory.ts';
import { createAdminServices } from '../admin/admin-services.ts';
import { toUsd } from '../base/money.ts';
import { Email, GivenRole, Name, Password, toRole } from '../contract/accounts/accounts.ts';
import { type CommandAnswer, type CommandTools, defineCommand } from './define-command.ts';
import { renderTable } from './render-table.ts';

export const EmailOrId = z.string().min(1).describe('E-mail address or id of an account');

/** The result of a changed account: a sentence, and the account as JSON. */
export function answerAccount(account: AccountSummary, sentence: string): CommandAnswer {
  const { balanceCents, ...rest } = account;
  return { text: sentence, json: { account: { ...rest, balanceUsd: toUsd(balanceCents) } } };
}

/** Reads a new password from stdin. Throws one sentence if its length is not allowed. */
async function readPassword({ readSecret }: CommandTools): Promise<string> {
  const parsed = Password.safeParse(await readSecret('New password'));
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues[0]?.message ?? 'it is not valid';
  throw new Error(`The password on stdin was rejected: ${reason}.`);
}

export const listAccounts = defineCommand({
  name: 'accounts list',
  summary: 'List accounts with their role, state and balance',
  input: z.object({
    search: z.string().default('').describe('Part of an e-mail address or name'),
    limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  async run(query, { openAccounts }) {
    const { accounts, total } = await (await openAccounts()).run(directory.list(query));
    const rows = accounts.map((account) => [
      account.email,
      account.name,
      account.role,
      account.isDisabled ? 'disabled' : 'enabled',
      toUsd(account.balanceCents).toFixed(2),
      account.createdAt,
    ]);
    return {
      text: `${renderTable(['E-MAIL', 'NAME', 'ROLE', 'STATE', 'USD', 'SINCE'], rows)}\n${accounts.length} of ${total}`,
      json: {
        total,
        accounts: accounts.map(({ balanceCents, ...account }) => ({
          ...account,
          balanceUsd: toUsd(balanceCents),
        })),
      },
    };
  },
});

export const createAccount = defineCommand({
  name: 'accounts create',
  summary: 'Create an account, password on stdin; the first becomes an admin unless you give a role',
  positionals: ['email', 'name'],
  input: z.object({ email: Email, name: Name, role: GivenRole.transform(toRole).optional() }),
  async run({ role, ...wish }, tools) {
    const { openAccounts, clock, config } = tools;
    const { store, accounts } = createAdminServices(await openAccounts(), clock);
    const isFirst = (await store.run(directory.list({ search: '', limit: 1, offset: 0 }))).total === 0;
    const password = await readPassword(tools);
    const made = await accounts.create(
      {
        ...wish,
        password,
        role: role ?? (isFirst ? 'admin' : 'member'),
        creditCents: config.signupCreditCents,
      },
      null,
    );
    return answerAccount(made, `Made ${made.email} (${made.role}).`);
  },
});

export const disableAccount = defineCommand({
  name: 'accounts disable',
  summary: 'Disable an account; its tokens and sessions end immediately',
  positionals: ['account'],
  input: z.object({ account: EmailOrId }),
  async run({ account }, { openAccounts, clock }) {
    const disabled = await createAdminServices(await openAccounts(), clock).accounts.disable(account, null);
    return answerAccount(disabled, `Disabled ${disabled.email}; it is signed out everywhere.`);
  },
});

export const enableAccount = defineCommand({
  name: 'accounts enable',
  summary: 'Enable a disabled account',
  positionals: ['account'],
  input: z.object({ account: EmailOrId }),
  async run({ account }, { openAccounts, clock }) {
    const enabled = await createAdminServices(await openAccounts(), clock).accounts.enable(account, null);
    return answerAccount(enabled, `Enabled ${enabled.email}; it can sign in again.`);
  },
});

export const setPassword = defineCommand({
  name: 'accounts set-password',
  summary: "Set a password, read from stdin; the account's tokens and sessions end at once",
  positionals: ['account'],
  input: z.object({ account: EmailOrId }),
  async run({ account }, tools) {
    const { store, accounts } = createAdminServices(await tools.openAccounts(), tools.clock);
    const { id } = await store.run(directory.get(account));
    const changed = await accounts.setPassword(id, await readPassword(tools), null);
    return answerAccount(changed, `Set the password of ${changed.email}; it is signed out everywhere.`);
  },
});

export const setRole = defineCommand({
  name: 'accounts set-role',
  summary: "Change an account's role to admin, publisher or member",
  positionals: ['account', 'role'],
  input: z.object({ account: EmailOrId, role: GivenRole.transform(toRole) }),
  async run({ account, role }, { openAccounts, clock }) {
    const { accounts } = createAdminServices(await openAccounts(), clock);
    const changed = await accounts.setRole(account, role, null);
    return answerAccount(changed, `${changed.email} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`);
  },
});
