import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { User } from '../../contract/accounts.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount } from './account-answer.ts';
import { EmailOrId } from './fields.ts';

export const setRole = defineCommand({
  name: 'accounts set-role',
  summary: 'Makes an account an admin or a member',
  positionals: ['account', 'role'],
  input: z.object({ account: EmailOrId, role: User.shape.role }),
  run({ account, role }, { openDb, clock }) {
    const changed = createAdminServices(openDb(), clock).accounts.setRole(account, role, null);
    return answerAccount(changed, `${changed.email} is ${role === 'admin' ? 'an admin' : 'a member'} now.`);
  },
});
