import type { Actor, AuditLog } from '../accounts/audit-log.ts';
import type { Invitations } from '../accounts/invitations.ts';
import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { limits } from '../contract/limits.ts';

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly invitations: Invitations;
  readonly actions: AuditLog;
};
type Wish = { readonly note?: string | undefined; readonly days?: number | undefined };

const day = 24 * 3600_000;

/** Makes and revokes invitations, each with its record. */
export function createInvitationAdmin({ db, clock, invitations, actions }: Parts) {
  const make = db.transaction(({ note = '', days = limits.invitation.defaultDays }: Wish, actor: Actor) => {
    const made = invitations.make({ note, lifetime: days * day, madeBy: actor });
    const details = { prefix: made.prefix, note, days };
    actions.note({ actor, action: 'invitation.make', accountId: null, details, at: made.madeAt });
    return made;
  });
  const revoke = db.transaction((id: string, actor: Actor) => {
    invitations.revoke(id);
    const at = toIso(clock());
    actions.note({ actor, action: 'invitation.revoke', accountId: null, details: { id }, at });
  });
  return {
    make: (wish: Wish, actor: Actor) => make.immediate(wish, actor),
    revoke: (id: string, actor: Actor) => revoke.immediate(id, actor),
  };
}
