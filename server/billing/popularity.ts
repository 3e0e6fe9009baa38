import type { Db } from '../base/db/open-database.ts';
import type { MoneyDb } from './money-connection.ts';

export type Popularity = ReturnType<typeof createPopularity>;

type Parts = {
  /** The connection that writes unlocks. */
  readonly db: MoneyDb;
  /** The connection that writes the catalogue. */
  readonly main: Db;
  readonly log: (error: unknown) => void;
};

/** Milliseconds of delay: popularity only orders equals, but each change of it invalidates every listing. */
const countEvery = 5 * 60_000;

/** Counts the accounts that have unlocked each model, periodically and in bulk. */
export function createPopularity({ db, main, log }: Parts) {
  const note = db.prepare('INSERT OR IGNORE INTO popularity_due (guid) VALUES (?)');
  const isAny = main.prepare('SELECT 1 FROM popularity_due LIMIT 1');
  const countAll = main.prepare(
    `UPDATE model SET popularity = (SELECT count(*) FROM unlock WHERE unlock.guid = model.guid)
     WHERE guid IN (SELECT guid FROM popularity_due)`,
  );
  // Catalogue and unlocks can be in two files: count first, then clear unless another unlock came in between.
  const clear = main.prepare(
    `DELETE FROM popularity_due WHERE NOT EXISTS (SELECT 1 FROM model WHERE model.guid = popularity_due.guid
       AND popularity <> (SELECT count(*) FROM unlock WHERE unlock.guid = model.guid))`,
  );
  const count = async () => {
    if (isAny.get() === undefined) return;
    countAll.run();
    clear.run();
  };
  const timer = setInterval(() => void count().catch(log), countEvery).unref();

  return {
    /** Call in the transaction that unlocks a model. */
    note: (guid: string) => void note.run(guid),
    count,
    async close() {
      clearInterval(timer);
      await count().catch(log);
    },
  };
}
