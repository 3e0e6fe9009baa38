import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount } from './account-answer.ts';
import { EmailOrId } from './fields.ts';

export const disableAccount = defineCommand({
  name: 'accounts disable',
  summary: 'Shuts an account; its tokens and sessions end at once',
  positionals: ['account'],
  input: z.object({ account: EmailOrId }),
  run({ account }, { openDb, clock }) {
    const disabled = createAdminServices(openDb(), clock).accounts.disable(account, null);
    return answerAccount(disabled, `Disabled ${disabled.email}; it is signed out everywhere.`);
  },
});
