import { createInvitations } from '../accounts/invitations.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createTokens } from '../accounts/tokens.ts';
import type { Clock } from '../base/clock.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import { createAccountAdmin } from './account-admin.ts';
import { createInvitationAdmin } from './invitation-admin.ts';

export type AdminServices = ReturnType<typeof createAdminServices>;

/** What admins work with, the same behind the routes and behind the command line. */
export function createAdminServices(store: AccountStore, clock: Clock, passwords = createPasswords()) {
  const tokens = createTokens(clock);
  const accounts = createAccountAdmin({ store, clock, tokens, passwords });
  const invitations = createInvitations(clock);
  const invites = createInvitationAdmin({ store, clock, invitations });
  return { store, accounts, invitations, invites };
}
