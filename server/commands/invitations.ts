import { z } from 'zod';
import { createInvitations } from '../accounts/sign-in/invitations.ts';
import { createRegistrationMode } from '../accounts/sign-in/registration-mode.ts';
import { createAdminServices } from '../admin/admin-services.ts';
import { limits } from '../contract/limits.ts';
import { defineCommand } from './define-command.ts';
import { renderTable } from './render-table.ts';

export const invite = defineCommand({
  name: 'accounts invite',
  summary: 'Create an invitation code for one new account',
  input: z.object({
    note: z.string().trim().max(200).optional().describe('For whom'),
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(limits.invitation.maxDays)
      .default(limits.invitation.defaultDays),
  }),
  async run(wish, { openAccounts, clock, config }) {
    const { store, invites } = createAdminServices(await openAccounts(), clock);
    const { code, ...invitation } = await invites.make(wish, null);
    const isNeeded = (await store.run(createRegistrationMode(config).read())) === 'invite';
    const hint = isNeeded
      ? ''
      : '\nIt is only needed where new accounts require an invitation (LODESTOCK_REGISTRATION=invite).';
    return {
      text: `${code}\nValid for one account until ${invitation.expiresAt}.${hint}`,
      json: { inviteCode: code, invitation },
    };
  },
});

export const listInvitations = defineCommand({
  name: 'accounts invitations',
  summary: 'List invitations and who used them, newest first',
  input: z.object({}),
  async run(_input, { openAccounts, clock }) {
    const all = createInvitations(clock).list({ limit: 10_000, offset: 0 });
    const invitations = await (await openAccounts()).run(all);
    const rows = invitations.map(({ id, prefix, note, expiresAt, usedByEmail, usedAt }) => [
      id,
      `${prefix}-…`,
      note,
      expiresAt,
      usedAt === null ? '' : (usedByEmail ?? 'used'),
    ]);
    return {
      text: renderTable(['ID', 'CODE', 'NOTE', 'UNTIL', 'USED BY'], rows),
      json: { invitations },
    };
  },
});

export const revokeInvitation = defineCommand({
  name: 'accounts revoke-invitation',
  summary: 'Revoke an unused invitation, by its ID',
  positionals: ['id'],
  input: z.object({ id: z.string().min(1) }),
  async run({ id }, { openAccounts, clock }) {
    await createAdminServices(await openAccounts(), clock).invites.revoke(id, null);
    return { text: `Revoked the invitation ${id}.`, json: { id } };
  },
});
