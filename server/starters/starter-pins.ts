import type { Db } from '../base/db/open-database.ts';
import type { StarterFamily } from '../contract/starters.ts';

type Pin = { readonly version: string; readonly pinnedAt: string };

export type StarterPins = {
  read(family: StarterFamily): Pin | null;
  set(family: StarterFamily, pin: Pin): void;
  /** Whether there was one. */
  remove(family: StarterFamily): boolean;
};

export function createStarterPins(db: Db): StarterPins {
  const select = db.prepare<[string], Pin>(
    'SELECT version, pinned_at AS pinnedAt FROM starter_pin WHERE family = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO starter_pin (family, version, pinned_at) VALUES (@family, @version, @pinnedAt)
     ON CONFLICT (family) DO UPDATE SET version = excluded.version, pinned_at = excluded.pinned_at`,
  );
  const remove = db.prepare('DELETE FROM starter_pin WHERE family = ?');
  return {
    read: (family) => select.get(family) ?? null,
    set: (family, pin) => void upsert.run({ family, ...pin }),
    remove: (family) => remove.run(family).changes > 0,
  };
}
