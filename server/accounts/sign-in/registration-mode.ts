import { change, type Steps, selectOne } from '../../base/store/steps.ts';
import type { Config } from '../../config.ts';

type Mode = Config['registration'];

const name = 'registration';
const modes: readonly Mode[] = ['open', 'invite', 'closed'];
const find = selectOne<{ name: string }, { readonly value: string }>(
  'SELECT value FROM setting WHERE name = @name',
);
const save = change<{ name: string; value: string }>(
  `INSERT INTO setting (name, value) VALUES (@name, @value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);

/** Who can create an account: by the settings, else an admin's choice, else everyone. */
export function createRegistrationMode(config: Pick<Config, 'registration' | 'isRegistrationFixed'>) {
  return {
    *read(): Steps<Mode> {
      const chosen = config.isRegistrationFixed ? null : yield* find({ name });
      return modes.find((mode) => mode === chosen?.value) ?? config.registration;
    },
    set: (mode: Mode) => save({ name, value: mode }),
  };
}
