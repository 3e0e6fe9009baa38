import { type Finding, toFinding } from '../base/db/finding.ts';
import type { Connection } from '../base/db/open-database.ts';
import { runOn } from '../base/store/sqlite-store.ts';
import { type Query, type Steps, selectAll, selectOne } from '../base/store/steps.ts';

type Proof = {
  /** Selects one row per fault; `what` refers to its columns. */
  readonly sql: string | Query;
  readonly what: string;
  readonly advice: string;
};

const keepAndRestore =
  'Make a copy of the data folder, then restore the last backup that passes the check, and add the missing credit.';

/** Stands in for a proof that only the other engine needs. */
const none = 'SELECT 1 AS none WHERE 1 = 0';

const sums = (order: string) => `SELECT id, account_id, balance_cents, total FROM (
    SELECT *, sum(amount_cents) OVER (PARTITION BY account_id ORDER BY ${order}) AS total FROM ledger) AS summed
  WHERE balance_cents <> total`;

/** Statements that find nothing in a correct ledger. */
const proofs: readonly Proof[] = [
  {
    sql: { sqlite: sums('id'), postgres: sums('account_seq') },
    what: 'Ledger row {id} of account {account_id} says a balance of {balance_cents} cents; the rows up to it sum to {total}.',
    advice: keepAndRestore,
  },
  {
    sql: {
      sqlite: `SELECT name, seq, (SELECT count(*) FROM ledger) AS rows FROM sqlite_sequence
        WHERE name = 'ledger' AND seq <> (SELECT count(*) FROM ledger)`,
      postgres: none,
    },
    what: 'The ledger has written {seq} rows and holds {rows}: rows are missing.',
    advice: keepAndRestore,
  },
  {
    sql: {
      sqlite: none,
      postgres: `SELECT account.id, ledger_rows AS seq, count(ledger.id) AS rows
        FROM account LEFT JOIN ledger ON ledger.account_id = account.id GROUP BY account.id
        HAVING ledger_rows <> count(ledger.id) OR coalesce(max(account_seq), 0) <> count(ledger.id)`,
    },
    what: 'The ledger has written {seq} rows of account {id} and holds {rows}: rows are missing.',
    advice: keepAndRestore,
  },
  {
    sql: {
      sqlite: none,
      postgres: `SELECT account.id, account.balance_cents AS kept, coalesce(last.balance_cents, 0) AS balance
        FROM account LEFT JOIN ledger AS last ON last.account_id = account.id AND last.account_seq = account.ledger_rows
        WHERE account.balance_cents <> coalesce(last.balance_cents, 0)`,
    },
    what: 'Account {id} is kept with {kept} cents, and its last ledger row says {balance}.',
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
    what: 'Account {account_id} has {balance_cents} cents, and no admin debited it.',
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
          OR ledger.guid IS DISTINCT FROM unlock.guid)`,
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
      WHERE spending_cap_cents IS NOT NULL GROUP BY token.id HAVING -sum(ledger.amount_cents) > spending_cap_cents`,
    what: 'The API key "{name}" ({id}) may spend {cap} cents and has spent {spent}.',
    advice: 'Revoke the key and tell its owner.',
  },
];

const prepared = proofs.map(({ sql, what, advice }) => ({
  ...{ what, advice },
  find: selectAll<Record<never, never>, Readonly<Record<string, string | number>>>(sql),
}));

/** Checks that balances, ledger and unlocks agree; empty if they do. Run in one transaction. */
export function* proveLedger(): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const { find, what, advice } of prepared)
    findings.push(...(yield* find({})).map((row) => toFinding({ key: what, values: row }, advice)));
  return findings;
}

/** Checks a database file, in one snapshot. */
export const checkLedger = (db: Connection<string>): Finding[] =>
  db.transaction(() => runOn(db, proveLedger()))();

export type Books = {
  readonly accounts: number;
  readonly ledgerRows: number;
  readonly unlocks: number;
  readonly balanceCents: number;
};

const selectBooks = selectOne<Record<never, never>, Books>(
  `SELECT (SELECT count(*) FROM account) AS accounts, count(*) AS "ledgerRows",
     (SELECT count(*) FROM unlock) AS unlocks, coalesce(sum(amount_cents), 0) AS "balanceCents" FROM ledger`,
);

export function* countBooks(): Steps<Books> {
  return (yield* selectBooks({})) ?? { accounts: 0, ledgerRows: 0, unlocks: 0, balanceCents: 0 };
}
