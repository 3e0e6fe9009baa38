import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount, usdOf } from './account-answer.ts';
import { EmailOrId, Reason, Usd } from './fields.ts';

export const takeCredit = defineCommand({
  name: 'accounts take',
  summary: 'Takes credit back in US dollars, with a reason; below zero only when allowed',
  positionals: ['account', 'usd', 'reason'],
  input: z.object({
    account: EmailOrId,
    usd: Usd,
    reason: Reason,
    allowNegative: z.boolean().default(false),
  }),
  run({ account, usd, reason, allowNegative }, { openDb, clock }) {
    const cents = Math.round(usd * 100);
    const { accounts } = createAdminServices(openDb(), clock);
    const changed = accounts.take(account, { cents, reason, allowNegative }, null);
    return answerAccount(
      changed,
      `Took ${usdOf(cents)} from ${changed.email}, who has ${usdOf(changed.balanceCents)} now.`,
    );
  },
});
