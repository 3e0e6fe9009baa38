import { z } from 'zod';
import { createAccountDirectory } from '../../admin/account-directory.ts';
import { toUsd } from '../../billing/ledger.ts';
import { defineCommand } from '../define-command.ts';
import { renderTable } from '../render-table.ts';

export const listAccounts = defineCommand({
  name: 'accounts list',
  summary: 'Accounts with their role, state and balance',
  input: z.object({
    search: z.string().default('').describe('Part of an e-mail address or name'),
    limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  run(query, { openDb }) {
    const { accounts, total } = createAccountDirectory(openDb()).list(query);
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
