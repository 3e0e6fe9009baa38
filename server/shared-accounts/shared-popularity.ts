import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { selectAll } from '../base/store/steps.ts';

type Count = { readonly guid: string; readonly unlocks: number };

/** Milliseconds. Every site counts up to the same moment, so that all list models in the same order. */
const countEvery = 5 * 60_000;
/** Milliseconds; recent charges may not have reached the database yet. */
const settle = 10_000;

const select = selectAll<{ since: string; until: string }, Count>(
  `SELECT guid, count(*) AS unlocks FROM unlock
   WHERE at < @until AND guid IN (SELECT guid FROM unlock WHERE at >= @since AND at < @until) GROUP BY guid`,
);

type Parts = Pick<Core, 'db' | 'store' | 'clock'> & {
  readonly log: (error: unknown) => void;
};

/** Copies the number of unlocks at all sites into this site's catalogue. */
export function followPopularity({ db, store, clock, log }: Parts) {
  const upsert = db.prepare<[Count]>(
    `INSERT INTO shared_popularity (guid, unlocks) VALUES (@guid, @unlocks)
     ON CONFLICT (guid) DO UPDATE SET unlocks = excluded.unlocks`,
  );
  const update = db.prepare<[Count]>(
    'UPDATE model SET popularity = @unlocks WHERE guid = @guid AND popularity <> @unlocks',
  );
  const write = db.transaction((counts: readonly Count[]) => {
    for (const count of counts) {
      upsert.run(count);
      update.run(count);
    }
  });
  let countedTo = 0;
  const count = async () => {
    const until = Math.floor((clock() - settle) / countEvery) * countEvery;
    if (until <= countedTo) return;
    // Counts unlocks from just before the last moment again.
    const since = Math.max(0, countedTo - countEvery);
    write.immediate([...(await store.run(select({ since: toIso(since), until: toIso(until) })))]);
    countedTo = until;
  };
  const timer = setInterval(() => void count().catch(log), settle).unref();
  void count().catch(log);
  return { count, close: () => clearInterval(timer) };
}
