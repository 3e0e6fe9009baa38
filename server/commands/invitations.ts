import { z } from 'zod';
import { createInvitations } from '../accounts/invitations.ts';
import { openRegistrationMode } from '../accounts/registration-mode.ts';
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
  run(wish, { openDb, clock, config }) {
    const { code, ...invitation } = createAdminServices(openDb(), clock).invites.make(wish, null);
    const isNeeded = openRegistrationMode(openDb(), config).read() === 'invite';
    const hint = isNeeded
      ? ''
      : '\nIt is asked for only where new accounts need an invitation (LODESTOCK_REGISTRATION=invite).';
    return {
      text: `${code}\nGood for one account until ${invitation.expiresAt}.${hint}`,
      json: { inviteCode: code, invitation },
    };
  },
});

export const listInvitations = defineCommand({
  name: 'accounts invitations',
  summary: 'List invitations and who used them, newest first',
  input: z.object({}),
  run(_input, { openDb, clock }) {
    const invitations = createInvitations(openDb(), clock).list({ limit: 10_000, offset: 0 });
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
  run({ id }, { openDb, clock }) {
    createAdminServices(openDb(), clock).invites.revoke(id, null);
    return { text: `Revoked the invitation ${id}.`, json: { id } };
  },
});
