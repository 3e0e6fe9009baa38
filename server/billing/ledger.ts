import type { Db } from '../db/open-database.ts';

export type LedgerRow = {
  readonly id: number;
  readonly kind: 'credit' | 'unlock';
  readonly amountCents: number;
  readonly balanceCents: number;
  readonly guid: string | null;
  readonly at: string;
};

export type Ledger = {
  /** The sum of the account's rows, in cents. */
  balance(accountId: string): number;
  credit(row: { accountId: string; cents: number; reason: string; at: string }): number;
  /** Takes the price of a model; the id of the new row. */
  charge(row: { accountId: string; cents: number; guid: string; reason: string; at: string }): number;
  /** Newest first, each with the balance after it. */
  list(accountId: string): readonly LedgerRow[];
};

export function createLedger(db: Db): Ledger {
  const sum = db
    .prepare<[string], number>('SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE account_id = ?')
    .pluck();
  const insert = db.prepare(
    'INSERT INTO ledger (account_id, kind, amount_cents, guid, reason, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[string], LedgerRow>(
    `SELECT id, kind, amount_cents AS amountCents, guid, at,
       sum(amount_cents) OVER (ORDER BY id) AS balanceCents
     FROM ledger WHERE account_id = ? ORDER BY id DESC LIMIT 1000`,
  );
  const add = (
    kind: LedgerRow['kind'],
    row: { accountId: string; cents: number; guid?: string; reason: string; at: string },
  ) =>
    Number(insert.run(row.accountId, kind, row.cents, row.guid ?? null, row.reason, row.at).lastInsertRowid);

  return {
    balance: (accountId) => sum.get(accountId) ?? 0,
    credit: (row) => add('credit', row),
    charge: (row) => add('unlock', { ...row, cents: -row.cents }),
    list: (accountId) => select.all(accountId),
  };
}

/** Cents as the number of US dollars that the interface shows. */
export const toUsd = (cents: number) => cents / 100;
