import { z } from 'zod';
import { createInvitations } from '../../accounts/invitations.ts';
import { defineCommand } from '../define-command.ts';
import { renderTable } from '../render-table.ts';

export const listInvitations = defineCommand({
  name: 'accounts invitations',
  summary: 'Invitations and who used them, newest first',
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
