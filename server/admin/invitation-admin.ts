import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import type { Invitation, Invitations } from '../accounts/sign-in/invitations.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { everyone } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import { limits } from '../contract/limits.ts';

type Parts = Pick<Core, 'store' | 'clock'> & { readonly invitations: Invitations };
type Wish = { readonly note?: string | undefined; readonly days?: number | undefined };

const day = 24 * 3600_000;

export function createInvitationAdmin({ store, clock, invitations }: Parts) {
  function* make(
    { note = '', days = limits.invitation.defaultDays }: Wish,
    actor: Actor,
  ): Steps<Invitation & { readonly code: string }> {
    const made = yield* invitations.make({ note, lifetime: days * day, madeBy: actor });
    const details = { prefix: made.prefix, note, days };
    yield* auditLog.note({ actor, action: 'invitation.make', accountId: null, details, at: made.madeAt });
    return made;
  }
  function* revoke(id: string, actor: Actor): Steps<void> {
    yield* invitations.revoke(id);
    const at = toIso(clock());
    yield* auditLog.note({ actor, action: 'invitation.revoke', accountId: null, details: { id }, at });
  }
  return {
    make: (wish: Wish, actor: Actor) => store.transaction(everyone, make(wish, actor)),
    revoke: (id: string, actor: Actor) => store.transaction(everyone, revoke(id, actor)),
  };
}
