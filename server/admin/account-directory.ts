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
const isWanted = `deleted_at IS NULL
  AND (instr(email, lower(@search)) > 0 OR instr(lower(name), lower(@search)) > 0)`;
const inBoth = (text: string) => ({
  sqlite: text,
  postgres: text.replaceAll('instr(', 'strpos('),
});
type Query = { readonly search: string; readonly limit: number; readonly offset: number };
const select = selectAll<Query, Row>(
  inBoth(
    `SELECT ${columns} FROM account WHERE ${isWanted} ORDER BY created_at, id LIMIT @limit OFFSET @offset`,
  ),
);
const count = selectCount<{ search: string }>(
  inBoth(`SELECT count(*) AS count FROM account WHERE ${isWanted}`),
);
const one = selectOne<{ key: string }, Row>(
  `SELECT ${columns} FROM account WHERE (id = @key OR email = lower(@key)) AND deleted_at IS NULL`,
);

export const directory = {
  /** Accounts whose e-mail or name contains the text, oldest first. */
  *list(query: Query): Steps<{ accounts: readonly AccountSummary[]; total: number }> {
    const accounts = (yield* select(query)).map(toSummary);
    return { accounts, total: yield* count({ search: query.search }) };
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
