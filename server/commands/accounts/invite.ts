import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { limits } from '../../contract/limits.ts';
import { defineCommand } from '../define-command.ts';

export const invite = defineCommand({
  name: 'accounts invite',
  summary: 'Makes an invitation code for one new account',
  input: z.object({
    note: z.string().trim().max(200).optional().describe('For whom'),
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(limits.invitation.maxDays)
      .default(limits.invitation.defaultDays),
  }),
  run(wish, { openDb, clock, config }) {
    const { code, ...invitation } = createAdminServices(openDb(), clock).invites.make(wish, null);
    const isNeeded = config.registration === 'invite';
    const hint = isNeeded ? '' : `\nIt is asked for only with LODESTOCK_REGISTRATION=invite.`;
    return {
      text: `${code}\nGood for one account until ${invitation.expiresAt}.${hint}`,
      json: { inviteCode: code, invitation },
    };
  },
});
