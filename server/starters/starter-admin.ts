import { type Actor, createAuditLog } from '../accounts/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { AppError } from '../contract/errors.ts';
import { type StarterFamily, type StarterState, starterFamilies } from '../contract/starters.ts';
import { createStarterPins } from './starter-pins.ts';
import { createStarterStore, type StarterStore } from './starter-store.ts';

export type StarterAdmin = {
  list(): StarterState[];
  /** Throws NOT_FOUND when this server keeps no such version. */
  pin(family: StarterFamily, version: string, actor: Actor): StarterState;
  unpin(family: StarterFamily, actor: Actor): StarterState;
};

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly builtDir: string;
  readonly keptDir: string;
};

/** The kept starters, and what admins decide about them; each decision is written down. */
export function createStarterAdmin({ db, clock, ...dirs }: Parts): {
  readonly store: StarterStore;
  readonly admin: StarterAdmin;
} {
  const pins = createStarterPins(db);
  const actions = createAuditLog(db);
  const store = createStarterStore({ ...dirs, pins });
  const change = db.transaction((family: StarterFamily, version: string | null, actor: Actor) => {
    const at = toIso(clock());
    if (version === null && !pins.remove(family)) return;
    if (version !== null) pins.set(family, { version, pinnedAt: at });
    const action = version === null ? 'starter.unpin' : 'starter.pin';
    const details = { family, ...(version !== null && { version }) };
    actions.note({ actor, action, accountId: null, details, at });
  });
  return {
    store,
    admin: {
      list: () => starterFamilies.map(store.state),
      pin(family, version, actor) {
        if (!store.find(family, version)) {
          const kept = store.state(family).versions.join(', ') || 'none';
          const message = `This server keeps no version ${version} of the ${family} starter. Choose one of: ${kept}.`;
          throw new AppError('NOT_FOUND', message);
        }
        change.immediate(family, version, actor);
        return store.state(family);
      },
      unpin(family, actor) {
        change.immediate(family, null, actor);
        return store.state(family);
      },
    },
  };
}
