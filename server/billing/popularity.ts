import type { Db } from '../base/db/open-database.ts';
import type { MoneyDb } from './money-connection.ts';

export type Popularity = {
  /** To be called in the transaction that unlocks a model. */
  note(guid: string): void;
  /** Settles when what was noted is counted. */
  count(): Promise<void>;
  /** Counts a last time. */
  close(): Promise<void>;
};

type Parts = {
  /** The connection that unlocks are written on. */
  readonly db: MoneyDb;
  /** The one that the catalogue is written on. */
  readonly main: Db;
  readonly log: (error: unknown) => void;
};

/** Popularity only orders equals, but each change of it makes every listing new: it may be so many milliseconds old. */
const countEvery = 5 * 60_000;

/** Counts how many accounts have unlocked each model, now and then and all together. */
export function createPopularity({ db, main, log }: Parts): Popularity {
  const note = db.prepare('INSERT OR IGNORE INTO popularity_due (guid) VALUES (?)');
  const isAny = main.prepare('SELECT 1 FROM popularity_due LIMIT 1');
  const countAll = main.prepare(
    `UPDATE model SET popularity = (SELECT count(*) FROM unlock WHERE unlock.guid = model.guid)
     WHERE guid IN (SELECT guid FROM popularity_due)`,
  );
  // Catalogue and unlocks may be in two files: count first, then clear if no unlock came in between.
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
    note: (guid) => void note.run(guid),
    count,
    async close() {
      clearInterval(timer);
      await count().catch(log);
    },
  };
}
