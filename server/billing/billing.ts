import { createRevision, createRevisionCache } from '../base/cache/revision-cache.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Clock } from '../base/clock.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import { startCheckpoints } from '../base/db/checkpoints.ts';
import type { Db } from '../base/db/open-database.ts';
import { createSqliteStore } from '../base/store/sqlite-store.ts';
import { createAgentPlans } from './agent-plans.ts';
import { createUnlocks } from './create-unlocks.ts';
import { createGroupCommit } from './group-commit.ts';
import { openMoneyConnection } from './money-connection.ts';
import { createPopularity } from './popularity.ts';

export type Billing = ReturnType<typeof openBilling>;

type Parts = {
  readonly main: Db;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  readonly storage?: Pick<Storage, 'refusal' | 'explain'>;
};

/**
 * Whether a key is known to need no approval, cached until any token changes: after a charge, the main connection has
 * to reread its cached pages, so it is queried as little as possible. The charge itself checks again.
 */
function createAsksNobody(main: Db): (tokenId: string) => boolean {
  const asks = main.prepare<[string]>('SELECT 1 FROM key_asks_first WHERE token_id = ?');
  const known = createRevisionCache<string, number>({
    revision: createRevision(main, 'callers'),
    bytes: cacheBudgets.unaskingKeys,
    weigh: () => 150,
  });
  return (tokenId) => known.get(tokenId, () => (asks.get(tokenId) === undefined ? 1 : null)) !== null;
}

/** Opens everything about money: charges on their own connection to the file of `main`, and credit. */
export function openBilling({ main, clock, log, storage }: Parts) {
  const db = openMoneyConnection(main.name);
  const store = createSqliteStore(main);
  const checkpoints = startCheckpoints(main, (err) =>
    log.error({ event: 'checkpoints-failed', err }, 'The database is checkpointed by requests from now on.'),
  );
  const group = createGroupCommit(db, {
    isHeld: checkpoints.isHeld,
    ...(storage && { storage }),
    log: (err) => log.error({ event: 'commit-failed', err }, 'A group of charges was undone.'),
  });
  const popularity = createPopularity({
    db,
    main,
    log: (err) => {
      if (storage?.refusal()) return; // the log says so already
      log.error({ event: 'popularity', err }, 'Popularity is not counted now, but later.');
    },
  });
  return {
    /** The connection that writes money; others can read from it. */
    db,
    /** On the main connection, so that a new account and its welcome credit are one transaction. */
    store,
    /** On the main connection, because a user's decision is not a charge. */
    plans: createAgentPlans(store, clock, createAsksNobody(main)),
    group,
    popularity,
    unlocks: createUnlocks({ db, clock, popularity, group }),
    /** Resolves once all charges are committed. */
    async close() {
      await popularity.close();
      await group.settled();
      await checkpoints.close();
      db.close();
    },
  };
}
