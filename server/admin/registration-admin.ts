import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import { createRegistrationMode } from '../accounts/sign-in/registration-mode.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { decidedBySetting } from '../base/decided-by-setting.ts';
import { everyone } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import type { Config } from '../config.ts';

type Parts = Pick<Core, 'store' | 'clock' | 'config'>;

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
