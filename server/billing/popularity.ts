import type { GroupCommit } from './group-commit.ts';
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
  /** The connection that `group` commits. */
  readonly db: MoneyDb;
  readonly group: GroupCommit;
  readonly log: (error: unknown) => void;
};

/** Popularity only orders equals, but each change of it makes every listing new: it may be so many milliseconds old. */
const countEvery = 5 * 60_000;

/** Counts how many accounts have unlocked each model, now and then and all together. */
export function createPopularity({ db, group, log }: Parts): Popularity {
  const note = db.prepare('INSERT OR IGNORE INTO popularity_due (guid) VALUES (?)');
  const isAny = db.prepare('SELECT 1 FROM popularity_due LIMIT 1');
  const countAll = db.prepare(
    `UPDATE model SET popularity = (SELECT count(*) FROM unlock WHERE unlock.guid = model.guid)
     WHERE guid IN (SELECT guid FROM popularity_due)`,
  );
  const clear = db.prepare('DELETE FROM popularity_due');
  const count = async () => {
    if (isAny.get() === undefined) return;
    await group.run(() => {
      countAll.run();
      clear.run();
    });
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
