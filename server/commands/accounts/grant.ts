import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount, usdOf } from './account-answer.ts';
import { EmailOrId, Reason, Usd } from './fields.ts';

export const grantCredit = defineCommand({
  name: 'accounts grant',
  summary: 'Grants credit in US dollars, with a reason',
  positionals: ['account', 'usd', 'reason'],
  input: z.object({ account: EmailOrId, usd: Usd, reason: Reason }),
  run({ account, usd, reason }, { openDb, clock }) {
    const cents = Math.round(usd * 100);
    const changed = createAdminServices(openDb(), clock).accounts.grant(account, { cents, reason }, null);
    return answerAccount(
      changed,
      `Granted ${usdOf(cents)} to ${changed.email}, who has ${usdOf(changed.balanceCents)} now.`,
    );
  },
});
