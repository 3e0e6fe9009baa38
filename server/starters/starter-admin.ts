import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import { type Clock, toIso } from '../base/clock.ts';
import type { Steps } from '../base/store/steps.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import type { StarterState } from '../contract/starters.ts';
import { pinRows, type StarterPins } from './starter-pins.ts';
import { createStarterStore, type StarterStore } from './starter-store.ts';

type StarterAdmin = {
  list(): StarterState[];
  /** Throws NOT_FOUND if this server does not have the version. */
  pin(family: string, version: string, actor: Actor): Promise<StarterState>;
  unpin(family: string, actor: Actor): Promise<StarterState>;
};

type Parts = {
  readonly pins: StarterPins;
  readonly clock: Clock;
  readonly builtDir: string;
  readonly keptDir: string;
};

/** The stored plugins, and admins' decisions about them, which the audit log records. */
export function createStarterAdmin({ pins, clock, ...dirs }: Parts): {
  readonly store: StarterStore;
  readonly admin: StarterAdmin;
} {
  const store = createStarterStore({ ...dirs, pins });
  function* change(family: string, version: string | null, actor: Actor): Steps<void> {
    const at = toIso(clock());
    if (version === null && !(yield* pinRows.remove(family))) return;
    if (version !== null) yield* pinRows.set(family, { version, pinnedAt: at });
    const action = version === null ? 'starter.unpin' : 'starter.pin';
    const details = { family, ...(version !== null && { version }) };
    yield* auditLog.note({ actor, action, accountId: null, details, at });
  }
  return {
    store,
    admin: {
      list: () => store.families().map(store.state),
      async pin(family, version, actor) {
        if (!store.find(family, version)) {
          const kept = store.state(family).versions.join(', ') || 'none';
          const message = sentence`This server keeps no version ${{ version }} of the ${{ name: family }} plugin. Choose one of: ${{ versions: kept }}.`;
          throw new AppError('NOT_FOUND', message);
        }
        await pins.change(change(family, version, actor));
        return store.state(family);
      },
      async unpin(family, actor) {
        await pins.change(change(family, null, actor));
        return store.state(family);
      },
    },
  };
}
