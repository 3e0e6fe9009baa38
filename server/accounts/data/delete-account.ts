import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { everyone } from '../../base/store/account-store.ts';
import { change, type Steps } from '../../base/store/steps.ts';
import { planRows } from '../../billing/agent-plan-rows.ts';
import { ledger } from '../../billing/ledger.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import { AppError } from '../../contract/errors.ts';
import type { Tokens } from '../access/tokens.ts';
import { users } from '../access/users.ts';
import { requireNoRestricting } from '../rights/right-rows.ts';
import { hashEmail } from '../sign-in/wrong-passwords.ts';

type Parts = Pick<Core, 'db' | 'store' | 'clock'> & {
  readonly tokens: Tokens;
};

const forgetEmail = change<{ emailHash: Buffer }>('DELETE FROM wrong_password WHERE email_hash = @emailHash');
const forget = [
  'DELETE FROM company_identity WHERE account_id = @id',
  'DELETE FROM sign_in WHERE account_id = @id',
  'DELETE FROM sign_in_place WHERE account_id = @id',
  'DELETE FROM group_member WHERE account_id = @id',
  'DELETE FROM company_group WHERE account_id = @id',
  'DELETE FROM model_list WHERE account_id = @id',
  'DELETE FROM saved_search WHERE account_id = @id',
  'DELETE FROM project WHERE account_id = @id',
  'UPDATE project_use SET added_by = NULL WHERE added_by = @id',
  'DELETE FROM share WHERE account_id = @id',
  'DELETE FROM account_note WHERE account_id = @id',
  // Admins' notes on invitations, and the e-mail of an account that an admin created.
  "UPDATE invitation SET note = '' WHERE used_by = @id",
  {
    sqlite: "UPDATE admin_action SET details = json_remove(details, '$.email') WHERE account_id = @id",
    postgres: "UPDATE admin_action SET details = (details::jsonb - 'email')::text WHERE account_id = @id",
  },
].map((sql) => change<{ id: string }>(sql));
const removeName = change<{ id: string; at: string }>(
  `UPDATE account SET email = 'deleted-' || id, name = 'Deleted account', password_hash = '', role = 'member',
     is_disabled = 1, deleted_at = @at WHERE id = @id`,
);

/** Deletes an account in one transaction, except a nameless ledger and unlocks. Throws FORBIDDEN for the last admin. */
export function createDeleteAccount({ db, store, clock, tokens }: Parts): (user: User) => Promise<void> {
  const endUploads = db.prepare<[string]>(
    'UPDATE upload SET expires_at = 0 WHERE account_id = ? AND publish_id IS NULL',
  );
  function* remove({ id, email }: User): Steps<void> {
    const found = yield* users.findById(id);
    if (found?.role === 'admin' && (yield* users.countAdmins()) < 2) {
      throw new AppError(
        'FORBIDDEN',
        'You are the only admin of this server, so your account cannot be deleted. Make someone else an admin first, on the Admin page under Accounts.',
      );
    }
    yield* requireNoRestricting(id);
    const at = toIso(clock());
    const balance = yield* ledger.lockedBalance(id);
    if (balance > 0) yield* ledger.debit({ accountId: id, cents: balance, reason: 'Account deleted', at });
    yield* planRows.forget(id);
    yield* tokens.revokeAll(id);
    yield* forgetEmail({ emailHash: hashEmail(email) });
    for (const statement of forget) yield* statement({ id });
    yield* removeName({ id, at });
  }
  return async (user) => {
    await store.transaction(everyone, remove(user));
    endUploads.run(user.id);
  };
}
