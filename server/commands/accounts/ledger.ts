import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { toTransaction } from '../../billing/to-transaction.ts';
import { defineCommand } from '../define-command.ts';
import { renderTable } from '../render-table.ts';
import { usdOf } from './account-answer.ts';
import { EmailOrId } from './fields.ts';

export const showLedger = defineCommand({
  name: 'accounts ledger',
  summary: "An account's ledger, newest first",
  positionals: ['account'],
  input: z.object({
    account: EmailOrId,
    limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  run({ account, ...page }, { openDb, clock }) {
    const { directory, ledger } = createAdminServices(openDb(), clock);
    const { id, email, balanceCents } = directory.get(account);
    const rows = ledger.list(id, page);
    const total = ledger.count(id);
    const cells = rows.map(({ at, kind, amountCents, balanceCents: after, reason }) => [
      at,
      kind,
      (amountCents / 100).toFixed(2),
      (after / 100).toFixed(2),
      reason,
    ]);
    return {
      text: `${renderTable(['WHEN', 'KIND', 'USD', 'BALANCE', 'REASON'], cells)}\n${email} has ${usdOf(balanceCents)}; ${rows.length} of ${total} rows`,
      json: { total, balanceUsd: balanceCents / 100, transactions: rows.map(toTransaction) },
    };
  },
});
