import { z } from 'zod';
import { createAdminServices } from '../../admin/admin-services.ts';
import { Email, Name, User } from '../../contract/accounts.ts';
import { defineCommand } from '../define-command.ts';
import { answerAccount } from './account-answer.ts';
import { readPassword } from './read-password.ts';

export const createAccount = defineCommand({
  name: 'accounts create',
  summary: 'Makes an account with the password on stdin; the first is an admin unless told otherwise',
  positionals: ['email', 'name'],
  input: z.object({ email: Email, name: Name, role: User.shape.role.optional() }),
  async run({ role, ...wish }, tools) {
    const { openDb, clock, config } = tools;
    const { accounts, directory } = createAdminServices(openDb(), clock);
    const isFirst = directory.list({ search: '', limit: 1, offset: 0 }).total === 0;
    const password = await readPassword(tools);
    const made = await accounts.create(
      {
        ...wish,
        password,
        role: role ?? (isFirst ? 'admin' : 'member'),
        creditCents: config.signupCreditCents,
      },
      null,
    );
    return answerAccount(made, `Made ${made.email} (${made.role}).`);
  },
});
