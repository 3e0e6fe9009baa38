import type { Db } from '../base/db/open-database.ts';

export type Problem = {
  readonly path: string;
  readonly kind: string;
  readonly reason: string;
  readonly foundAt: string;
};

export type Counts = {
  readonly models: number;
  readonly files: number;
  readonly filesBytes: number;
  readonly problems: number;
  readonly accounts: number;
  readonly disabledAccounts: number;
  readonly unlocks: number;
  readonly balancesCents: number;
  readonly databaseBytes: number;
};

export type FollowedHost = {
  readonly url: string;
  readonly isKnown: boolean;
  readonly models: number;
  readonly cursor: number;
  readonly problems: number;
  readonly trouble: string | null;
};

type ProblemQuery = { readonly limit: number; readonly offset: number; readonly kind: string | null };

export type ServerFacts = {
  counts(): Counts;
  /** Of one kind, or of all. */
  problems(query: ProblemQuery): Problem[];
  /** How many there are of each kind, the most first. */
  problemKinds(): { kind: string; count: number }[];
  /** The file hosts that the settings name, in the order of their addresses. */
  hosts(): FollowedHost[];
};

const noCounts: Counts = {
  models: 0,
  files: 0,
  filesBytes: 0,
  problems: 0,
  accounts: 0,
  disabledAccounts: 0,
  unlocks: 0,
  balancesCents: 0,
  databaseBytes: 0,
};

/** What the database knows of the whole server. */
export function createServerFacts(db: Db): ServerFacts {
  const counts = db.prepare<[], Counts>(
    `SELECT (SELECT count(*) FROM model) AS models,
       (SELECT count(*) FROM file) AS files,
       (SELECT coalesce(sum(size_bytes), 0) FROM file) AS filesBytes,
       (SELECT count(*) FROM listed_problem) AS problems,
       (SELECT count(*) FROM account WHERE deleted_at IS NULL) AS accounts,
       (SELECT count(*) FROM account WHERE is_disabled = 1 AND deleted_at IS NULL) AS disabledAccounts,
       (SELECT count(*) FROM unlock) AS unlocks,
       (SELECT coalesce(sum(amount_cents), 0) FROM ledger) AS balancesCents,
       (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS databaseBytes`,
  );
  const problems = db.prepare<[ProblemQuery], Problem>(
    `SELECT path, kind, reason, found_at AS foundAt FROM listed_problem WHERE @kind IS NULL OR kind = @kind
     ORDER BY path, kind LIMIT @limit OFFSET @offset`,
  );
  const kinds = db.prepare<[], { kind: string; count: number }>(
    'SELECT kind, count(*) AS count FROM listed_problem GROUP BY kind ORDER BY count DESC, kind',
  );
  const hosts = db.prepare<[], Omit<FollowedHost, 'isKnown'> & { isKnown: number }>(
    `SELECT url, host_id IS NOT NULL AS isKnown, cursor,
       (SELECT count(*) FROM model WHERE model.host = sync_host.id) AS models,
       (SELECT count(*) FROM problem WHERE path = url OR substr(path, 1, length(url) + 1) = url || '/') AS problems,
       (SELECT reason FROM problem WHERE path = url AND kind = 'host') AS trouble
     FROM sync_host WHERE is_listed = 1 ORDER BY url`,
  );
  return {
    counts: () => counts.get() ?? noCounts,
    problems: (query) => problems.all(query),
    problemKinds: () => kinds.all(),
    hosts: () => hosts.all().map((row) => ({ ...row, isKnown: row.isKnown === 1 })),
  };
}
