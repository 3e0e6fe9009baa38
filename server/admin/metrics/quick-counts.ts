import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import { countAccounts } from '../../billing/account-counts.ts';
import { isPassed } from '../problem-list.ts';

type QuickCounts = {
  readonly models: number;
  readonly problems: number;
  readonly accounts: number;
  readonly unlocks: number;
  readonly jobs: readonly { readonly queue: string; readonly state: string; readonly count: number }[];
};

/** Milliseconds for which counts are cached; with a million models, counting takes tens of milliseconds. */
const validFor = 30_000;

/** A file host has no accounts. */
const none = { accounts: 0, unlocks: 0 };

/** Counts rows and waiting jobs; there are too many finished jobs to count. */
export function createQuickCounts(
  db: Db,
  store: AccountStore | null,
  clock: Clock,
): () => Promise<QuickCounts> {
  const totals = db.prepare<[], Pick<QuickCounts, 'models' | 'problems'>>(
    `SELECT (SELECT count(*) FROM model) AS models,
       (SELECT count(DISTINCT place) FROM listed_problem WHERE NOT ${isPassed}) AS problems`,
  );
  const jobs = db.prepare<[], QuickCounts['jobs'][number]>(
    `SELECT kind || 's' AS queue, state, count FROM job_count WHERE state IN ('waiting', 'failed')
     UNION ALL SELECT 'publishing', 'waiting', count(*) FROM publish WHERE state IN ('moving', 'reading')`,
  );
  let known: QuickCounts | null = null;
  let countedAt = 0;
  return async () => {
    const now = clock();
    if (known !== null && now - countedAt < validFor) return known;
    const found = totals.get() ?? { models: 0, problems: 0 };
    const { accounts, unlocks } = store === null ? none : await store.run(countAccounts());
    known = { ...found, accounts, unlocks, jobs: jobs.all() };
    countedAt = now;
    return known;
  };
}
