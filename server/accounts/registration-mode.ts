import type { Db } from '../base/db/open-database.ts';
import type { Config } from '../config.ts';

type Mode = Config['registration'];
export type RegistrationMode = { readonly read: () => Mode; readonly set: (mode: Mode) => void };

const name = 'registration';
const modes: readonly Mode[] = ['open', 'invite', 'closed'];

/** Who may make an account: what the settings say, else what an admin chose, else everybody. */
export function openRegistrationMode(
  db: Db,
  config: Pick<Config, 'registration' | 'isRegistrationFixed'>,
): RegistrationMode {
  const find = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const save = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  return {
    read() {
      const chosen = config.isRegistrationFixed ? undefined : find.get(name);
      return modes.find((mode) => mode === chosen) ?? config.registration;
    },
    set: (mode) => void save.run(name, mode),
  };
}
