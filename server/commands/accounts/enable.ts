import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount } from './account-answer.ts';
import { EmailOrId } from './fields.ts';

export const enableAccount = defineCommand({
  name: 'accounts enable',
  summary: 'Opens a disabled account again',
  positionals: ['account'],
  input: z.object({ account: EmailOrId }),
  run({ account }, { openDb, clock }) {
    const enabled = createAdminServices(openDb(), clock).accounts.enable(account, null);
    return answerAccount(enabled, `Enabled ${enabled.email}; it can sign in again.`);
  },
});
