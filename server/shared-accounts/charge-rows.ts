import { reasonOf, type SpendingCap } from '../billing/charge-rules.ts';
import type { UnlockWish } from '../billing/unlocks.ts';
import { toArrayText } from './postgres/array-text.ts';
import type { Sql, Transaction } from './postgres/open-link.ts';

type Account = { readonly id: string; readonly balance: number; readonly rows: number };
export type Decided = {
  readonly wish: UnlockWish;
  readonly balanceCents: number;
  readonly ledgerRows: number;
};
type Standing = {
  readonly accounts: readonly Account[];
  readonly owned: readonly { readonly account_id: string; readonly guid: string }[];
  readonly caps: readonly (SpendingCap & { readonly id: string })[];
  readonly asking: readonly { readonly id: string }[];
};

const distinct = (texts: readonly string[]) => toArrayText([...new Set(texts)].sort());

/**
 * Locks the accounts of a group, in order of ID so that groups cannot deadlock, and reads what the rules need. All
 * statements are sent at once; each sees what was committed when it starts.
 */
export async function readStanding(sql: Transaction, wishes: readonly UnlockWish[]): Promise<Standing> {
  const accountIds = distinct(wishes.map(({ accountId }) => accountId));
  const tokenIds = distinct(wishes.map(({ tokenId }) => tokenId));
  const pairs = JSON.stringify(wishes.map(({ accountId, guid }) => ({ a: accountId, g: guid })));
  const [accounts, owned, caps, asking] = await Promise.all([
    sql<Account[]>`
      SELECT id, balance_cents AS balance, ledger_rows AS rows FROM account
      WHERE id = ANY(${accountIds}::text::text[]) ORDER BY id FOR NO KEY UPDATE`,
    sql<Standing['owned'][number][]>`
      SELECT unlock.account_id, unlock.guid FROM unlock
      JOIN jsonb_to_recordset(${pairs}::text::jsonb) AS wanted (a text, g text) ON account_id = a AND guid = g`,
    sql<Standing['caps'][number][]>`
      SELECT id, name, spending_cap_cents AS "capCents",
        (SELECT coalesce(-sum(amount_cents), 0) FROM ledger WHERE ledger.token_id = token.id) AS "spentCents"
      FROM token WHERE id = ANY(${tokenIds}::text::text[]) AND spending_cap_cents IS NOT NULL`,
    sql<Standing['asking'][number][]>`
      SELECT token_id AS id FROM key_asks_first WHERE token_id = ANY(${tokenIds}::text::text[])`,
  ]);
  return { accounts, owned, caps, asking };
}

/** Writes a group in one statement, and notifies other processes of changed balances. */
export async function writeCharges(sql: Transaction, decided: readonly Decided[], origin: string) {
  const given = JSON.stringify(
    decided.map(({ wish, balanceCents, ledgerRows }, n) => ({
      n,
      account_id: wish.accountId,
      token_id: wish.tokenId,
      guid: wish.guid,
      title: wish.title,
      reason: reasonOf(wish.title),
      cents: wish.priceCents,
      at: wish.at,
      balance: balanceCents,
      seq: ledgerRows,
    })),
  );
  const accounts = [...new Set(decided.map(({ wish }) => wish.accountId))];
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${given}::text::jsonb) AS given (n integer, account_id text, token_id text,
        guid text, title text, reason text, cents bigint, at text, balance bigint, seq bigint)),
    paid AS (
      INSERT INTO ledger (account_id, account_seq, kind, amount_cents, balance_cents, guid, reason, at, token_id)
      SELECT account_id, seq, 'unlock', -cents, balance, guid, reason, at, token_id FROM given WHERE cents > 0 ORDER BY n
      RETURNING id, account_id, guid),
    held AS (
      INSERT INTO unlock (account_id, guid, title, ledger_id, at)
      SELECT given.account_id, given.guid, title, paid.id, at
      FROM given LEFT JOIN paid ON paid.account_id = given.account_id AND paid.guid = given.guid),
    last AS (SELECT DISTINCT ON (account_id) account_id, balance, seq FROM given ORDER BY account_id, n DESC)
    UPDATE account SET balance_cents = last.balance, ledger_rows = last.seq FROM last
    WHERE account.id = last.account_id AND account.ledger_rows <> last.seq`;
  await tellMoney(sql, accounts, origin);
}

/** A notice fits some 200 accounts. */
const mostTold = 100;

async function tellMoney(sql: Transaction, accounts: readonly string[], origin: string) {
  for (let from = 0; from < accounts.length; from += mostTold) {
    const notice = `money ${origin} ${accounts.slice(from, from + mostTold).join(',')}`;
    await sql`SELECT pg_notify('lodestock', ${notice})`;
  }
}

/**
 * Writes a charge in one statement if the account is still as assumed; returns whether it was. Throws if already
 * unlocked.
 */
export async function writeOne(sql: Sql, { wish, balanceCents, ledgerRows }: Decided, origin: string) {
  const { accountId, tokenId, guid, title, priceCents: cents, at } = wish;
  const rows = cents > 0 ? 1 : 0;
  const notice = `money ${origin} ${accountId}`;
  const written = await sql`
    WITH paying AS (
      UPDATE account SET balance_cents = ${balanceCents}::bigint, ledger_rows = ${ledgerRows}::bigint
      WHERE id = ${accountId} AND balance_cents = ${balanceCents + cents}::bigint
        AND ledger_rows = ${ledgerRows - rows}::bigint
      RETURNING id),
    paid AS (
      INSERT INTO ledger (account_id, account_seq, kind, amount_cents, balance_cents, guid, reason, at, token_id)
      SELECT id, ${ledgerRows}::bigint, 'unlock', ${-cents}::bigint, ${balanceCents}::bigint, ${guid},
        ${reasonOf(title)}, ${at}, ${tokenId}
      FROM paying WHERE ${rows}::integer = 1
      RETURNING id),
    held AS (
      INSERT INTO unlock (account_id, guid, title, ledger_id, at)
      SELECT id, ${guid}, ${title}, (SELECT id FROM paid), ${at} FROM paying)
    SELECT pg_notify('lodestock', ${notice}) FROM paying`;
  return written.length === 1;
}
