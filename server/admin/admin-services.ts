import { createAuditLog } from '../accounts/audit-log.ts';
import { createInvitations } from '../accounts/invitations.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createTokens } from '../accounts/tokens.ts';
import { createUsers } from '../accounts/users.ts';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { createAccountLedger } from '../billing/ledger.ts';
import { createAccountAdmin } from './account-admin.ts';
import { createAccountDirectory } from './account-directory.ts';
import { createInvitationAdmin } from './invitation-admin.ts';

export type AdminServices = ReturnType<typeof createAdminServices>;

/** What admins work with, the same behind the routes and behind the command line. */
export function createAdminServices(db: Db, clock: Clock) {
  const ledger = createAccountLedger(db);
  const directory = createAccountDirectory(db);
  const actions = createAuditLog(db);
  const accounts = createAccountAdmin({
    db,
    clock,
    users: createUsers(db),
    tokens: createTokens(db, clock),
    passwords: createPasswords(),
    ledger,
    directory,
    actions,
  });
  const invitations = createInvitations(db, clock);
  const invites = createInvitationAdmin({ db, clock, invitations, actions });
  return { ledger, directory, actions, accounts, invitations, invites };
}
