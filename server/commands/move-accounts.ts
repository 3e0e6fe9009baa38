import { z } from 'zod';
import { toIso } from '../base/clock.ts';
import { takeDataFolder } from '../base/db/data-folder-lock.ts';
import { formatUsd } from '../base/money.ts';
import { isPostgresUrl } from '../config/shared-accounts.ts';
import { moveAccounts } from '../shared-accounts/move/move-accounts.ts';
import { openFolderEnd, openPostgresEnd } from '../shared-accounts/move/move-ends.ts';
import { openCommandLink } from '../shared-accounts/postgres/open-command-link.ts';
import { defineCommand } from './define-command.ts';

const folder = 'folder';
const Target = z
  .string()
  .refine(
    (text) => text === folder || isPostgresUrl(text),
    'Write an address like postgres://lodestock@db.example.org/lodestock, or "folder"',
  );
/** Milliseconds; all accounts are one transaction. */
const patience = 6 * 3_600_000;

export const moveAccountsCommand = defineCommand({
  name: 'accounts move',
  summary:
    'Move all accounts, their money and lists between the data folder and PostgreSQL, with the servers stopped; the books are verified before and after',
  input: z.object({
    to: Target.describe('Address of an empty PostgreSQL database, or "folder" to move them back'),
    from: Target.optional().describe('Where the accounts are now, if LODESTOCK_DATABASE_URL does not say so'),
  }),
  async run({ to, from }, { config, clock, openDb, note }) {
    const source = from ?? config.sharedAccounts?.url ?? folder;
    if ((source === folder) === (to === folder))
      throw new Error(
        'Say where the accounts go: --to postgres://…, or back, --from postgres://… --to folder.',
      );
    const url = to === folder ? source : to;
    const lock = takeDataFolder(config.dataDir);
    try {
      const link = await openCommandLink(url, patience);
      try {
        const shared = await openPostgresEnd(link, url);
        const own = openFolderEnd(openDb(), config.dataDir);
        const [start, end] = to === folder ? [shared, own] : [own, shared];
        const { books, rows } = await moveAccounts(start, end, { at: toIso(clock()), note });
        const { accounts, ledgerRows, unlocks, balanceCents } = books;
        return {
          text: `Moved ${accounts} accounts, ${ledgerRows} ledger rows and ${unlocks} unlocks from ${start.name} to ${end.name}; balances ${formatUsd(balanceCents)}, verified. No server starts with what is left in ${start.name}.`,
          json: { from: start.name, to: end.name, rows, ...books },
        };
      } finally {
        await link.close();
      }
    } finally {
      lock.release();
    }
  },
});
