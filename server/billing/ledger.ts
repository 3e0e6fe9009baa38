import { type Steps, selectAll, selectCount, selectOne } from '../base/store/steps.ts';

export type LedgerRow = {
  readonly id: number;
  readonly kind: 'credit' | 'debit' | 'unlock';
  readonly amountCents: number;
  readonly balanceCents: number;
  readonly guid: string | null;
  readonly reason: string;
  /** The key, app or session that charged. */
  readonly tokenId: string | null;
  readonly at: string;
};

export type LedgerPage = { readonly limit: number; readonly offset: number };

type Charge = {
  readonly accountId: string;
  readonly tokenId: string;
  readonly cents: number;
  readonly guid: string;
  readonly reason: string;
  readonly at: string;
};

type Gift = {
  readonly accountId: string;
  readonly cents: number;
  readonly reason: string;
  readonly at: string;
};
type New = Gift & { readonly kind: string; readonly guid: string | null; readonly tokenId: string | null };

const selectLast = selectOne<{ accountId: string }, { readonly cents: number }>({
  sqlite: 'SELECT balance_cents AS cents FROM ledger WHERE account_id = @accountId ORDER BY id DESC LIMIT 1',
  postgres: 'SELECT balance_cents AS cents FROM account WHERE id = @accountId',
});
const selectLocked = selectOne<{ accountId: string }, { readonly cents: number }>({
  sqlite: 'SELECT balance_cents AS cents FROM ledger WHERE account_id = @accountId ORDER BY id DESC LIMIT 1',
  postgres: 'SELECT balance_cents AS cents FROM account WHERE id = @accountId FOR NO KEY UPDATE',
});
const insert = selectOne<New, { readonly id: number }>({
  sqlite: `INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, guid, reason, at, token_id)
    VALUES (@accountId, @kind, @cents, @cents + coalesce(
      (SELECT balance_cents FROM ledger WHERE account_id = @accountId ORDER BY id DESC LIMIT 1), 0),
      @guid, @reason, @at, @tokenId)
    RETURNING id`,
  postgres: `WITH paid AS (
      UPDATE account SET balance_cents = balance_cents + @cents, ledger_rows = ledger_rows + 1
      WHERE id = @accountId RETURNING balance_cents, ledger_rows)
    INSERT INTO ledger (account_id, account_seq, kind, amount_cents, balance_cents, guid, reason, at, token_id)
    SELECT @accountId, ledger_rows, @kind, @cents, balance_cents, @guid, @reason, @at, @tokenId FROM paid
    RETURNING id`,
});
const selectPage = selectAll<{ accountId: string } & LedgerPage, LedgerRow>(
  `SELECT id, kind, amount_cents AS "amountCents", balance_cents AS "balanceCents", guid, reason,
     token_id AS "tokenId", at
   FROM ledger WHERE account_id = @accountId ORDER BY id DESC LIMIT @limit OFFSET @offset`,
);
const countRows = selectCount<{ accountId: string }>(
  'SELECT count(*) AS count FROM ledger WHERE account_id = @accountId',
);

function* add(row: New): Steps<number> {
  const added = yield* insert(row);
  if (added === null) throw new Error('The ledger row was not written.');
  return added.id;
}

/** All changes of balances; append-only. */
export const ledger = {
  /** Balance of the account, in cents. */
  *balance(accountId: string): Steps<number> {
    return (yield* selectLast({ accountId }))?.cents ?? 0;
  },
  /** The same inside a transaction, locked until its end. */
  *lockedBalance(accountId: string): Steps<number> {
    return (yield* selectLocked({ accountId }))?.cents ?? 0;
  },
  /** Newest first, each with the balance after it. */
  list: (accountId: string, page: LedgerPage) => selectPage({ accountId, ...page }),
  count: (accountId: string) => countRows({ accountId }),
  /** Adds credit to an account, in the transaction that changes the account. */
  credit: ({ accountId, cents, reason, at }: Gift) =>
    add({ accountId, cents, reason, at, kind: 'credit', guid: null, tokenId: null }),
  /** Takes credit back; returns the new row's ID. */
  debit: ({ accountId, cents, reason, at }: Gift) =>
    add({ accountId, cents: -cents, reason, at, kind: 'debit', guid: null, tokenId: null }),
  /** Charges the price of a model to a token, in the transaction that unlocks it; returns the new row's ID. */
  charge: ({ accountId, tokenId, cents, guid, reason, at }: Charge) =>
    add({ accountId, tokenId, cents: -cents, guid, reason, at, kind: 'unlock' }),
};
