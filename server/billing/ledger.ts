import type { Db } from '../db/open-database.ts';

export type LedgerRow = {
  readonly id: number;
  readonly kind: 'credit' | 'debit' | 'unlock';
  readonly amountCents: number;
  readonly balanceCents: number;
  readonly guid: string | null;
  readonly reason: string;
  /** What charged: a key, an app, a sign-in. */
  readonly tokenId: string | null;
  readonly at: string;
};

export type LedgerPage = { readonly limit: number; readonly offset: number };

export type Charge = {
  readonly accountId: string;
  readonly tokenId: string;
  readonly cents: number;
  readonly guid: string;
  readonly reason: string;
  readonly at: string;
};

export type Ledger = {
  /** The sum of the account's rows, in cents, as its last row tells. */
  balance(accountId: string): number;
  credit(row: { accountId: string; cents: number; reason: string; at: string }): number;
  /** Takes credit back; the id of the new row. */
  debit(row: { accountId: string; cents: number; reason: string; at: string }): number;
  /** Takes the price of a model, caused by a token; the id of the new row. */
  charge(row: Charge): number;
  /** Newest first, each with the balance after it. */
  list(accountId: string, page: LedgerPage): readonly LedgerRow[];
  count(accountId: string): number;
};

export function createLedger(db: Db): Ledger {
  const last = db
    .prepare<[string], number>(
      'SELECT balance_cents FROM ledger WHERE account_id = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, guid, reason, at, token_id)
     VALUES (@accountId, @kind, @cents, @cents + coalesce(
       (SELECT balance_cents FROM ledger WHERE account_id = @accountId ORDER BY id DESC LIMIT 1), 0),
       @guid, @reason, @at, @tokenId)`,
  );
  const select = db.prepare<[{ accountId: string } & LedgerPage], LedgerRow>(
    `SELECT id, kind, amount_cents AS amountCents, balance_cents AS balanceCents, guid, reason,
       token_id AS tokenId, at
     FROM ledger WHERE account_id = @accountId ORDER BY id DESC LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[string], number>('SELECT count(*) FROM ledger WHERE account_id = ?').pluck();
  const add = (kind: LedgerRow['kind'], row: Omit<Charge, 'guid' | 'tokenId'> & Partial<Charge>) =>
    Number(insert.run({ guid: null, tokenId: null, ...row, kind }).lastInsertRowid);

  return {
    balance: (accountId) => last.get(accountId) ?? 0,
    credit: (row) => add('credit', row),
    debit: (row) => add('debit', { ...row, cents: -row.cents }),
    charge: (row) => add('unlock', { ...row, cents: -row.cents }),
    list: (accountId, page) => select.all({ accountId, ...page }),
    count: (accountId) => count.get(accountId) ?? 0,
  };
}

/** Cents as the number of US dollars that the interface shows. */
export const toUsd = (cents: number) => cents / 100;
