import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { defineCommand } from '../define-command.ts';

export const revokeInvitation = defineCommand({
  name: 'accounts revoke-invitation',
  summary: 'Revokes an invitation that nobody has used, by its id',
  positionals: ['id'],
  input: z.object({ id: z.string().min(1) }),
  run({ id }, { openDb, clock }) {
    createAdminServices(openDb(), clock).invites.revoke(id, null);
    return { text: `Revoked the invitation ${id}.`, json: { id } };
  },
});
