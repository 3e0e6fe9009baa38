import type { Db } from '../base/db/open-database.ts';
import { type AccountStore, everyone } from '../base/store/account-store.ts';
import { runOn } from '../base/store/sqlite-store.ts';
import { change, type Steps, selectAll } from '../base/store/steps.ts';

type Pin = { readonly version: string; readonly pinnedAt: string };
type Row = Pin & { readonly family: string };
const select = selectAll<Record<never, never>, Row>(
  'SELECT family, version, pinned_at AS "pinnedAt" FROM starter_pin',
);
const upsert = change<Row>(
  `INSERT INTO starter_pin (family, version, pinned_at) VALUES (@family, @version, @pinnedAt)
   ON CONFLICT (family) DO UPDATE SET version = excluded.version, pinned_at = excluded.pinned_at`,
);
const remove = change<{ family: string }>('DELETE FROM starter_pin WHERE family = @family');

export const pinRows = {
  set: (family: string, pin: Pin) => upsert({ family, ...pin }),
  /** Returns whether there was one. */
  *remove(family: string): Steps<boolean> {
    return (yield* remove({ family })) > 0;
  },
};

export type StarterPins = Awaited<ReturnType<typeof createSharedStarterPins>>;

const pinOf = (rows: readonly Row[], family: string): Pin | null => {
  const row = rows.find((one) => one.family === family);
  return row ? { version: row.version, pinnedAt: row.pinnedAt } : null;
};

export const createStarterPins = (db: Db, store: AccountStore): StarterPins => ({
  read: (family) => pinOf(runOn(db, select({})), family),
  change: (steps) => store.transaction(everyone, steps),
});

type Shared = {
  readonly store: AccountStore;
  /** Adds a listener for changes by other servers. */
  readonly onChange: (listener: () => void) => void;
};

/** Pins shared by many sites, cached because feeds are requested often. */
export async function createSharedStarterPins({ store, onChange }: Shared) {
  let rows = await store.run(select({}));
  const refresh = async () => {
    rows = await store.run(select({}));
  };
  onChange(() => void refresh().catch(() => {})); // a notice follows once PostgreSQL is back
  return {
    read: (family: string) => pinOf(rows, family),
    /** Runs steps that change pins; resolves once `read` sees the change. */
    async change(steps: Steps<void>) {
      await store.transaction(everyone, steps);
      await refresh();
    },
  };
}
