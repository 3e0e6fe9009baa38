import type { Db } from '../base/db/open-database.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';

export type AccountSummary = User & {
  readonly isDisabled: boolean;
  readonly balanceCents: number;
  readonly createdAt: string;
};

export type AccountDirectory = {
  /** Accounts whose e-mail address or name holds the text, oldest first. */
  list(query: { search: string; limit: number; offset: number }): {
    accounts: readonly AccountSummary[];
    total: number;
  };
  /** Throws NOT_FOUND. */
  get(idOrEmail: string): AccountSummary;
};

type Row = Omit<AccountSummary, 'isDisabled'> & { readonly isDisabled: number };
const toSummary = (row: Row): AccountSummary => ({ ...row, isDisabled: row.isDisabled !== 0 });

/** The accounts as an admin sees them, each with its balance. */
export function createAccountDirectory(db: Db): AccountDirectory {
  const columns = `id, email, name, role, is_disabled AS isDisabled, created_at AS createdAt,
    (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE ledger.account_id = account.id) AS balanceCents`;
  const isWanted = `deleted_at IS NULL
    AND (instr(email, lower(@search)) > 0 OR instr(lower(name), lower(@search)) > 0)`;
  const select = db.prepare<[{ search: string; limit: number; offset: number }], Row>(
    `SELECT ${columns} FROM account WHERE ${isWanted} ORDER BY created_at, id LIMIT @limit OFFSET @offset`,
  );
  const count = db
    .prepare<[{ search: string }], number>(`SELECT count(*) FROM account WHERE ${isWanted}`)
    .pluck();
  const one = db.prepare<[{ key: string }], Row>(
    `SELECT ${columns} FROM account WHERE (id = @key OR email = lower(@key)) AND deleted_at IS NULL`,
  );

  return {
    list: (query) => ({
      accounts: select.all(query).map(toSummary),
      total: count.get({ search: query.search }) ?? 0,
    }),
    get(idOrEmail) {
      const row = one.get({ key: idOrEmail.trim() });
      if (!row) {
        throw new AppError(
          'NOT_FOUND',
          `There is no account "${idOrEmail}". Look it up in the list of accounts.`,
        );
      }
      return toSummary(row);
    },
  };
}
