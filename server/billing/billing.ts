import type { Clock } from '../clock.ts';
import { startCheckpoints } from '../db/checkpoints.ts';
import type { Db } from '../db/open-database.ts';
import { createAgentPlans } from './agent-plans.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openMoneyConnection } from './money-connection.ts';
import { createPopularity, type Popularity } from './popularity.ts';
import { createUnlocks, type Unlocks } from './unlocks.ts';

export type Billing = {
  /** The connection that money is written on; others may read from it. */
  readonly db: Db;
  readonly ledger: Ledger;
  readonly unlocks: Unlocks;
  readonly popularity: Popularity;
  /** Commits on that connection. */
  readonly group: GroupCommit;
  /** Settles when everything that was charged is committed. */
  close(): Promise<void>;
};

type Parts = {
  readonly main: Db;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
};

/** Unlocks and their ledger on a connection of their own beside `main`, of the same file. */
export function openBilling({ main, clock, log }: Parts): Billing {
  const db = openMoneyConnection(main.name);
  const ledger = createLedger(db);
  const checkpoints = startCheckpoints(main, (err) =>
    log.error({ event: 'checkpoints-failed', err }, 'The database is checkpointed by requests from now on.'),
  );
  const group = createGroupCommit(db, {
    isHeld: checkpoints.isHeld,
    log: (err) => log.error({ event: 'commit-failed', err }, 'A group of charges was undone.'),
  });
  const popularity = createPopularity({
    db,
    group,
    log: (err) => log.error({ event: 'popularity', err }, 'Popularity is not counted now, but later.'),
  });
  return {
    db,
    ledger,
    group,
    popularity,
    unlocks: createUnlocks({ db, ledger, plans: createAgentPlans(db, clock), popularity, group }),
    async close() {
      await popularity.close();
      await group.settled();
      await checkpoints.close();
      db.close();
    },
  };
}
