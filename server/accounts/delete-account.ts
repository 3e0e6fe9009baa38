import { type Clock, toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import type { AccountLedger } from '../billing/ledger.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './users.ts';
import { hashEmail } from './wrong-passwords.ts';

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly ledger: AccountLedger;
  readonly plans: AgentPlans;
};

/**
 * Deletes an account: every token ends, its e-mail is free again, and what is left is a ledger with its unlocks that
 * names nobody. Throws FORBIDDEN for the last admin. All in one transaction.
 */
export function createDeleteAccount({
  db,
  clock,
  users,
  tokens,
  ledger,
  plans,
}: Parts): (user: User) => void {
  const forget = [
    'DELETE FROM sign_in WHERE account_id = @id',
    'DELETE FROM sign_in_place WHERE account_id = @id',
    'DELETE FROM wrong_password WHERE email_hash = @emailHash',
    'DELETE FROM model_list WHERE account_id = @id',
    'DELETE FROM saved_search WHERE account_id = @id',
    'UPDATE upload SET expires_at = 0 WHERE account_id = @id AND publish_id IS NULL',
    // What an admin wrote about who was invited, and the e-mail of an account that an admin made.
    "UPDATE invitation SET note = '' WHERE used_by = @id",
    "UPDATE admin_action SET details = json_remove(details, '$.email') WHERE account_id = @id",
    `UPDATE account SET email = 'deleted-' || id, name = 'Deleted account', password_hash = '', role = 'member',
       is_disabled = 1, deleted_at = @at WHERE id = @id`,
  ].map((sql) => db.prepare<[{ id: string; emailHash: Buffer; at: string }]>(sql));

  const remove = db.transaction(({ id, email }: User) => {
    const found = users.findById(id);
    if (found?.role === 'admin' && users.countAdmins() < 2) {
      throw new AppError(
        'FORBIDDEN',
        'You are the only admin of this server, so your account cannot be deleted. Make somebody else an admin first, on the Admin page under Accounts.',
      );
    }
    const at = toIso(clock());
    const balance = ledger.balance(id);
    if (balance > 0) ledger.debit({ accountId: id, cents: balance, reason: 'Account deleted', at });
    plans.forget(id);
    tokens.revokeAll(id, null);
    for (const statement of forget) statement.run({ id, emailHash: hashEmail(email), at });
  });
  return (user) => remove.immediate(user);
}
