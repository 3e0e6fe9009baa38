import type { LongQueries } from '../base/db/long-queries.ts';
import type { Db } from '../base/db/open-database.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import { type AccountCounts, countAccounts } from '../billing/account-counts.ts';
import { createJobCounts } from '../catalogue/jobs/jobs.ts';
import { isMirror } from '../catalogue/model/model-hosts.ts';
import { fromStored, type Stored } from '../catalogue/write/problems.ts';
import type { Sentence } from '../contract/sentence.ts';
import { isPassed } from './problem-list.ts';

type Counts = AccountCounts & {
  readonly models: number;
  readonly files: number;
  readonly filesBytes: number;
  readonly problems: number;
  readonly databaseBytes: number;
};

type Listed = Pick<Counts, 'models' | 'files' | 'filesBytes' | 'problems' | 'databaseBytes'>;

type FollowedHost = {
  readonly url: string;
  readonly isKnown: boolean;
  readonly models: number;
  readonly mirrors: number;
  readonly cursor: number;
  readonly problems: number;
  readonly trouble: string | null;
  readonly sentence?: Sentence;
};

type HostRow = Stored<Omit<FollowedHost, 'isKnown' | 'sentence'>> & { readonly isKnown: number };

export type ServerFacts = ReturnType<typeof createServerFacts>;

const nothing: Listed = { models: 0, files: 0, filesBytes: 0, problems: 0, databaseBytes: 0 };

export function createServerFacts(db: Db, long: LongQueries, store: AccountStore) {
  const counts = `SELECT (SELECT count(*) FROM model) AS models,
       (SELECT count(*) FROM file) AS files,
       (SELECT coalesce(sum(size_bytes), 0) FROM file) AS filesBytes,
       (SELECT count(DISTINCT place) FROM listed_problem WHERE NOT ${isPassed}) AS problems,
       (SELECT sum(page_count * page_size) FROM pragma_database_list AS file, pragma_page_count(file.name),
         pragma_page_size(file.name) WHERE file.name <> 'temp') AS databaseBytes`;
  const hosts = `SELECT url, host_id IS NOT NULL AS isKnown, cursor,
       (SELECT count(*) FROM model WHERE model.host = sync_host.id) AS models,
       (SELECT count(*) FROM model JOIN sync_product AS offer ON ${isMirror}
        WHERE model.is_mirrored = 1 AND offer.host = sync_host.id) AS mirrors,
       (SELECT count(*) FROM problem WHERE path = url OR substr(path, 1, length(url) + 1) = url || '/') AS problems,
       problem.reason AS trouble, problem.sentence
     FROM sync_host LEFT JOIN problem ON problem.path = url AND problem.kind = 'host' WHERE is_listed = 1 ORDER BY url`;
  return {
    jobs: createJobCounts(db),
    counts: async () => ({
      ...((await long.recent<Listed>(counts))[0] ?? nothing),
      ...(await store.run(countAccounts())),
    }),
    /** File hosts in the settings, ordered by URL. */
    hosts: async () =>
      (await long.recent<HostRow>(hosts)).map((row) => ({ ...fromStored(row), isKnown: row.isKnown === 1 })),
  };
}
