import type { Finding } from '../base/db/finding.ts';
import type { Db } from '../base/db/open-database.ts';

type Proof = {
  /** One row per thing that is wrong, its columns named as `what` names them. */
  readonly sql: string;
  readonly what: string;
  readonly advice: string;
};

const keepAndRestore =
  'Make a copy of the data folder, then restore the last backup that checks clean and grant what is missing.';

/** Statements that find nothing in true books. */
const proofs: readonly Proof[] = [
  {
    sql: `SELECT id, account_id, balance_cents, total FROM (
        SELECT *, sum(amount_cents) OVER (PARTITION BY account_id ORDER BY id) AS total FROM ledger)
      WHERE balance_cents <> total`,
    what: 'Ledger row {id} of account {account_id} says a balance of {balance_cents} cents; the rows up to it sum to {total}.',
    advice: keepAndRestore,
  },
  {
    sql: `SELECT name, seq, (SELECT count(*) FROM ledger) AS rows FROM sqlite_sequence
      WHERE name = 'ledger' AND seq <> (SELECT count(*) FROM ledger)`,
    what: 'The ledger has written {seq} rows and holds {rows}: rows are missing.',
    advice: keepAndRestore,
  },
  {
    sql: `SELECT id, kind, amount_cents FROM ledger WHERE amount_cents = 0
        OR (kind = 'credit' AND amount_cents < 0) OR (kind <> 'credit' AND amount_cents > 0)`,
    what: 'Ledger row {id} is a {kind} of {amount_cents} cents, which has the wrong sign.',
    advice: keepAndRestore,
  },
  {
    sql: `SELECT id, account_id, balance_cents FROM ledger WHERE kind = 'unlock' AND balance_cents < 0`,
    what: 'Ledger row {id} unlocked a model that account {account_id} could not pay: {balance_cents} cents were left.',
    advice: 'Grant the account what is missing: node server/main.ts accounts grant.',
  },
  {
    sql: `SELECT account_id, balance_cents FROM ledger AS last
      WHERE balance_cents < 0 AND id = (SELECT max(id) FROM ledger WHERE account_id = last.account_id)
        AND NOT EXISTS (SELECT 1 FROM ledger WHERE account_id = last.account_id AND kind = 'debit')`,
    what: 'Account {account_id} has {balance_cents} cents, and no admin took credit from it.',
    advice: keepAndRestore,
  },
  {
    sql: `SELECT ledger.id, ledger.account_id, ledger.guid FROM ledger
      LEFT JOIN unlock ON unlock.ledger_id = ledger.id
      WHERE ledger.kind = 'unlock' AND unlock.guid IS NULL`,
    what: 'Ledger row {id} took the price of {guid} from account {account_id}, which does not have it.',
    advice: 'Grant the account the amount of that row: node server/main.ts accounts grant.',
  },
  {
    sql: `SELECT unlock.account_id, unlock.guid, unlock.ledger_id FROM unlock
      LEFT JOIN ledger ON ledger.id = unlock.ledger_id
      WHERE unlock.ledger_id IS NOT NULL
        AND (ledger.id IS NULL OR ledger.kind <> 'unlock' OR ledger.account_id <> unlock.account_id
          OR ledger.guid IS NOT unlock.guid)`,
    what: 'Account {account_id} has {guid}, and ledger row {ledger_id} is not its payment.',
    advice: keepAndRestore,
  },
  {
    sql: `SELECT account_id, guid, count(*) AS times FROM ledger WHERE kind = 'unlock'
      GROUP BY account_id, guid HAVING count(*) > 1`,
    what: 'Account {account_id} paid {times} times for {guid}.',
    advice: 'Grant the account what it paid too much: node server/main.ts accounts grant.',
  },
  {
    sql: `SELECT token.name, token.id, spending_cap_cents AS cap, -sum(ledger.amount_cents) AS spent
      FROM token JOIN ledger ON ledger.token_id = token.id
      WHERE spending_cap_cents IS NOT NULL GROUP BY token.id HAVING spent > cap`,
    what: 'The API key "{name}" ({id}) may spend {cap} cents and has spent {spent}.',
    advice: 'Revoke the key and tell its owner.',
  },
];

const fill = (text: string, row: Readonly<Record<string, unknown>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(row[name]));

/** Proves that balances, ledger and unlocks agree, all in one state of the database; empty when they do. */
export function checkLedger(db: Db): Finding[] {
  const prove = db.transaction(() =>
    proofs.flatMap(({ sql, what, advice }) =>
      db
        .prepare<[], Record<string, unknown>>(sql)
        .all()
        .map((row) => ({ what: fill(what, row), advice })),
    ),
  );
  return prove();
}

export type Books = {
  readonly accounts: number;
  readonly ledgerRows: number;
  readonly unlocks: number;
  readonly balanceCents: number;
};

/** What there was to prove. */
export function countBooks(db: Db): Books {
  const row = db
    .prepare<[], Books>(
      `SELECT (SELECT count(*) FROM account) AS accounts, count(*) AS ledgerRows,
         (SELECT count(*) FROM unlock) AS unlocks, coalesce(sum(amount_cents), 0) AS balanceCents FROM ledger`,
    )
    .get();
  return row ?? { accounts: 0, ledgerRows: 0, unlocks: 0, balanceCents: 0 };
}
