import type { Db } from '../db/open-database.ts';

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

export type ServerFacts = {
  counts(): Counts;
  problems(page: { limit: number; offset: number }): Problem[];
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
       (SELECT count(*) FROM problem) AS problems,
       (SELECT count(*) FROM account) AS accounts,
       (SELECT count(*) FROM account WHERE is_disabled = 1) AS disabledAccounts,
       (SELECT count(*) FROM unlock) AS unlocks,
       (SELECT coalesce(sum(amount_cents), 0) FROM ledger) AS balancesCents,
       (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS databaseBytes`,
  );
  const problems = db.prepare<[{ limit: number; offset: number }], Problem>(
    `SELECT path, kind, reason, found_at AS foundAt FROM problem ORDER BY path, kind LIMIT @limit OFFSET @offset`,
  );
  return { counts: () => counts.get() ?? noCounts, problems: (page) => problems.all(page) };
}
