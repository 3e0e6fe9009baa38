import { type Actor, createAuditLog } from '../accounts/audit-log.ts';
import { openRegistrationMode } from '../accounts/registration-mode.ts';
import { type Clock, toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Config } from '../config.ts';
import { AppError } from '../contract/errors.ts';

type Parts = { readonly db: Db; readonly clock: Clock; readonly config: Config };

export type RegistrationAdmin = ReturnType<typeof createRegistrationAdmin>;

/** Who may make an account, as admins see and choose it. */
export function createRegistrationAdmin({ db, clock, config }: Parts) {
  const mode = openRegistrationMode(db, config);
  const actions = createAuditLog(db);
  return {
    read: mode.read,
    /** Throws INVALID_INPUT where the settings say it. */
    set(registration: Config['registration'], actor: Actor): void {
      if (config.isRegistrationFixed)
        throw new AppError(
          'INVALID_INPUT',
          'LODESTOCK_REGISTRATION says it for this server. Remove that setting and restart the server to choose it here.',
        );
      db.transaction(() => {
        mode.set(registration);
        const action = 'server.registration';
        actions.note({ actor, action, accountId: null, details: { registration }, at: toIso(clock()) });
      }).immediate();
    },
  };
}
