import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount } from './account-answer.ts';
import { EmailOrId } from './fields.ts';
import { readPassword } from './read-password.ts';

export const setPassword = defineCommand({
  name: 'accounts set-password',
  summary: 'Sets the password on stdin; tokens and sessions of the account end at once',
  positionals: ['account'],
  input: z.object({ account: EmailOrId }),
  async run({ account }, tools) {
    const { accounts, directory } = createAdminServices(tools.openDb(), tools.clock);
    const { id } = directory.get(account);
    const changed = await accounts.setPassword(id, await readPassword(tools), null);
    return answerAccount(changed, `Set the password of ${changed.email}; it is signed out everywhere.`);
  },
});
