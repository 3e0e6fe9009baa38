import { z } from 'zod';
import { directory } from '../admin/account-directory.ts';
import { createAdminServices } from '../admin/admin-services.ts';
import { formatUsd } from '../base/money.ts';
import { ledger } from '../billing/ledger.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import { AmountUsd } from '../contract/accounts/account-access.ts';
import { answerAccount, EmailOrId } from './accounts.ts';
import { defineCommand } from './define-command.ts';
import { renderTable } from './render-table.ts';

const Reason = z.string().trim().min(1).max(500).describe('Shown to the account');
const Usd = z.coerce
  .number({ error: 'Write dollars and cents, like 12.50' })
  .pipe(AmountUsd.min(0.01, 'Write at least one cent'));

export const grantCredit = defineCommand({
  name: 'accounts grant',
  summary: 'Add credit in US dollars, with a reason',
  positionals: ['account', 'usd', 'reason'],
  input: z.object({ account: EmailOrId, usd: Usd, reason: Reason }),
  async run({ account, usd, reason }, { openAccounts, clock }) {
    const cents = Math.round(usd * 100);
    const { accounts } = createAdminServices(await openAccounts(), clock);
    const changed = await accounts.grant(account, { cents, reason }, null);
    return answerAccount(
      changed,
      `Granted ${formatUsd(cents)} to ${changed.email}, who has ${formatUsd(changed.balanceCents)} now.`,
    );
  },
});

export const takeCredit = defineCommand({
  name: 'accounts take',
  summary: 'Debit a balance in US dollars, with a reason; below zero only with --allow-negative',
  positionals: ['account', 'usd', 'reason'],
  input: z.object({
    account: EmailOrId,
    usd: Usd,
    reason: Reason,
    allowNegative: z.boolean().default(false),
  }),
  async run({ account, usd, reason, allowNegative }, { openAccounts, clock }) {
    const cents = Math.round(usd * 100);
    const { accounts } = createAdminServices(await openAccounts(), clock);
    const changed = await accounts.take(account, { cents, reason, allowNegative }, null);
    return answerAccount(
      changed,
      `Took ${formatUsd(cents)} from ${changed.email}, who has ${formatUsd(changed.balanceCents)} now.`,
    );
  },
});

export const showLedger = defineCommand({
  name: 'accounts ledger',
  summary: "List an account's ledger, newest first",
  positionals: ['account'],
  input: z.object({
    account: EmailOrId,
    limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  async run({ account, ...page }, { openAccounts }) {
    const store = await openAccounts();
    const { id, email, balanceCents } = await store.run(directory.get(account));
    const rows = await store.run(ledger.list(id, page));
    const total = await store.run(ledger.count(id));
    const cells = rows.map(({ at, kind, amountCents, balanceCents: after, reason }) => [
      at,
      kind,
      (amountCents / 100).toFixed(2),
      (after / 100).toFixed(2),
      reason,
    ]);
    return {
      text: `${renderTable(['WHEN', 'KIND', 'USD', 'BALANCE', 'REASON'], cells)}\n${email} has ${formatUsd(balanceCents)}; ${rows.length} of ${total} rows`,
      json: { total, balanceUsd: balanceCents / 100, transactions: rows.map(toTransaction) },
    };
  },
});
