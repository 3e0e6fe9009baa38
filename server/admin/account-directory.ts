import { toContains } from '../base/db/contains.ts';
import { type Steps, selectAll, selectCount, selectOne } from '../base/store/steps.ts';
import type { User } from '../contract/accounts/accounts.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

export type AccountSummary = User & {
  readonly isDisabled: boolean;
  readonly balanceCents: number;
  readonly createdAt: string;
};

type Row = Omit<AccountSummary, 'isDisabled'> & { readonly isDisabled: number };
const toSummary = (row: Row): AccountSummary => ({ ...row, isDisabled: row.isDisabled !== 0 });

const columns = `id, email, name, role, is_disabled AS "isDisabled", created_at AS "createdAt",
  (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE ledger.account_id = account.id) AS "balanceCents"`;
const wanted = 'deleted_at IS NULL AND (email GLOB @pattern OR name GLOB @pattern)';
const wantedInPostgres = `deleted_at IS NULL
  AND (strpos(email, lower(@search)) > 0 OR strpos(lower(name), lower(@search)) > 0)`;
const inBoth = (text: (condition: string) => string) => ({
  sqlite: text(wanted),
  postgres: text(wantedInPostgres),
});
type Search = { readonly search: string; readonly pattern: string };
type Query = { readonly search: string; readonly limit: number; readonly offset: number };
const select = selectAll<Query & Search, Row>(
  inBoth(
    (is) => `SELECT ${columns} FROM account WHERE ${is} ORDER BY created_at, id LIMIT @limit OFFSET @offset`,
  ),
);
const count = selectCount<Search>(inBoth((is) => `SELECT count(*) AS count FROM account WHERE ${is}`));
const one = selectOne<{ key: string }, Row>(
  `SELECT ${columns} FROM account WHERE (id = @key OR email = lower(@key)) AND deleted_at IS NULL`,
);

export const directory = {
  /** Accounts whose e-mail or name contains the text, oldest first. */
  *list(query: Query): Steps<{ accounts: readonly AccountSummary[]; total: number }> {
    const search = { search: query.search, pattern: toContains(query.search) };
    const accounts = (yield* select({ ...query, ...search })).map(toSummary);
    return { accounts, total: yield* count(search) };
  },
  /** Throws NOT_FOUND. */
  *get(idOrEmail: string): Steps<AccountSummary> {
    const row = yield* one({ key: idOrEmail.trim() });
    if (row) return toSummary(row);
    throw new AppError(
      'NOT_FOUND',
      sentence`There is no account "${{ account: idOrEmail }}". Look it up in the list of accounts.`,
    );
  },
};
