import type { Connection, Db } from '../base/db/open-database.ts';
import type { MoneyDb } from './money-connection.ts';

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

export type Balances = {
  /** The sum of the account's rows, in cents, as its last row tells. */
  balance(accountId: string): number;
  /** Newest first, each with the balance after it. */
  list(accountId: string, page: LedgerPage): readonly LedgerRow[];
  count(accountId: string): number;
};

type Gift = {
  readonly accountId: string;
  readonly cents: number;
  readonly reason: string;
  readonly at: string;
};

/** Credit that is given with or to an account, in the transaction that changes the account. */
export type AccountLedger = Balances & {
  credit(row: Gift): number;
  /** Takes credit back; the id of the new row. */
  debit(row: Gift): number;
};

/** What models cost, in the transaction that unlocks them. */
export type ChargeLedger = Balances & {
  /** Takes the price of a model, caused by a token; the id of the new row. */
  charge(row: Charge): number;
};

function openLedger(db: Connection<string>) {
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

  const balances: Balances = {
    balance: (accountId) => last.get(accountId) ?? 0,
    list: (accountId, page) => select.all({ accountId, ...page }),
    count: (accountId) => count.get(accountId) ?? 0,
  };
  return { add, balances };
}

export function createAccountLedger(db: Db): AccountLedger {
  const { add, balances } = openLedger(db);
  return {
    ...balances,
    credit: (row) => add('credit', row),
    debit: (row) => add('debit', { ...row, cents: -row.cents }),
  };
}

export function createChargeLedger(db: MoneyDb): ChargeLedger {
  const { add, balances } = openLedger(db);
  return { ...balances, charge: (row) => add('unlock', { ...row, cents: -row.cents }) };
}
