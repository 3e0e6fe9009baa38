import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import { createRegistrationMode } from '../accounts/sign-in/registration-mode.ts';
import { type Clock, toIso } from '../base/clock.ts';
import { decidedBySetting } from '../base/decided-by-setting.ts';
import { type AccountStore, everyone } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import type { Config } from '../config.ts';

type Parts = { readonly store: AccountStore; readonly clock: Clock; readonly config: Config };

export type RegistrationAdmin = ReturnType<typeof createRegistrationAdmin>;

export function createRegistrationAdmin({ store, clock, config }: Parts) {
  const mode = createRegistrationMode(config);
  function* set(registration: Config['registration'], actor: Actor): Steps<void> {
    yield* mode.set(registration);
    const action = 'server.registration';
    const at = toIso(clock());
    yield* auditLog.note({ actor, action, accountId: null, details: { registration }, at });
  }
  return {
    read: () => store.run(mode.read()),
    /** Throws INVALID_INPUT if the settings decide. */
    async set(registration: Config['registration'], actor: Actor): Promise<void> {
      if (config.isRegistrationFixed) throw decidedBySetting('LODESTOCK_REGISTRATION');
      await store.transaction(everyone, set(registration, actor));
    },
  };
}
