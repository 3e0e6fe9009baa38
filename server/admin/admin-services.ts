import { createTokens } from '../accounts/access/tokens.ts';
import { createInvitations } from '../accounts/sign-in/invitations.ts';
import { createPasswords } from '../accounts/sign-in/passwords.ts';
import type { Clock } from '../base/clock.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import { createAccountAdmin } from './account-admin.ts';
import { createInvitationAdmin } from './invitation-admin.ts';

export type AdminServices = ReturnType<typeof createAdminServices>;

export function createAdminServices(store: AccountStore, clock: Clock, passwords = createPasswords()) {
  const tokens = createTokens(clock);
  const accounts = createAccountAdmin({ store, clock, tokens, passwords });
  const invitations = createInvitations(clock);
  const invites = createInvitationAdmin({ store, clock, invitations });
  return { store, accounts, invitations, invites };
}
