import { type Clock, toIso } from '../base/clock.ts';
import { codeOf } from '../base/storage/storage-fault.ts';
import { requireApproval, requireBalance, requireWithinCap } from '../billing/charge-rules.ts';
import type { Unlocked, Unlocks, UnlockWish } from '../billing/unlocks.ts';
import { AppError } from '../contract/errors.ts';
import { type Decided, readStanding, writeCharges, writeOne } from './charge-rows.ts';
import type { Holdings } from './holdings.ts';
import type { Notices } from './postgres/notices.ts';
import type { Link, Transaction } from './postgres/open-link.ts';

type Parts = {
  readonly link: Link;
  readonly notices: Notices;
  readonly holdings: Holdings;
  readonly clock: Clock;
  readonly isUnbounded: (tokenId: string) => boolean;
};
type Job = {
  readonly wish: UnlockWish;
  readonly resolve: (unlocked: Unlocked) => void;
  readonly reject: (error: unknown) => void;
};
/** The result for a wish, reported once its group is committed. */
type Verdict = { readonly charged: Decided | null; readonly tell: () => void };

const largestGroup = 128;
const mostGroups = 2;
const uniqueViolation = '23505';
const keyOf = ({ accountId, guid }: Pick<UnlockWish, 'accountId' | 'guid'>) => `${accountId} ${guid}`;

/** Uses an approval up; throws FORBIDDEN without one. Call when nothing else can refuse the charge. */
async function takeApproval(sql: Transaction, wish: UnlockWish, clock: Clock) {
  const now = toIso(clock());
  const { tokenId, guid, relativePath, priceCents } = wish;
  const { count } = await sql`
    UPDATE agent_plan SET status = 'used', used_at = ${now}
    WHERE id = (SELECT id FROM agent_plan WHERE token_id = ${tokenId} AND guid = ${guid}
      AND relative_path = ${relativePath} AND status = 'approved' AND expires_at > ${now}
      AND price_cents >= ${priceCents} LIMIT 1)`;
  requireApproval(count === 1);
}

/** Applies the rules to a group, each wish as if those before it were done, and writes the accepted charges. */
async function chargeGroup(sql: Transaction, jobs: readonly Job[], { clock, notices }: Parts) {
  const standing = await readStanding(
    sql,
    jobs.map(({ wish }) => wish),
  );
  const purses = new Map(standing.accounts.map(({ id, balance, rows }) => [id, { balance, rows }]));
  const held = new Set(standing.owned.map(({ account_id, guid }) => keyOf({ accountId: account_id, guid })));
  const caps = new Map(standing.caps.map((cap) => [cap.id, cap]));
  const asking = new Set(standing.asking.map(({ id }) => id));

  const decide = async (wish: UnlockWish): Promise<Decided | Unlocked> => {
    const { accountId, tokenId, priceCents } = wish;
    const purse = purses.get(accountId);
    if (!purse)
      throw new AppError('UNAUTHENTICATED', 'This account no longer exists. Sign in with another one.');
    if (held.has(keyOf(wish))) return { chargedCents: 0, balanceCents: purse.balance };
    const cap = caps.get(tokenId) ?? null;
    requireWithinCap(cap, priceCents);
    requireBalance(wish, purse.balance);
    if (priceCents > 0 && asking.has(tokenId)) await takeApproval(sql, wish, clock);
    if (cap) caps.set(tokenId, { ...cap, spentCents: cap.spentCents + priceCents });
    const left = { balance: purse.balance - priceCents, rows: purse.rows + (priceCents > 0 ? 1 : 0) };
    purses.set(accountId, left);
    held.add(keyOf(wish));
    return { wish, balanceCents: left.balance, ledgerRows: left.rows };
  };

  const verdicts: Verdict[] = [];
  for (const { wish, resolve, reject } of jobs) {
    try {
      const decided = await decide(wish);
      const { balanceCents } = decided;
      const charged = 'wish' in decided ? decided : null;
      const chargedCents = charged === null ? 0 : wish.priceCents;
      verdicts.push({ charged, tell: () => resolve({ chargedCents, balanceCents }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      verdicts.push({ charged: null, tell: () => reject(error) });
    }
  }
  const charges = verdicts.flatMap(({ charged }) => charged ?? []);
  if (charges.length > 0) await writeCharges(sql, charges, notices.origin);
  return { verdicts, charges };
}

/**
 * Unlocks of accounts, in PostgreSQL. All charges of one turn of the event loop are one transaction; a single charge
 * with everything known is one statement.
 */
export function createSharedUnlocks(parts: Parts): Unlocks & { readonly settled: () => Promise<void> } {
  const { link, notices, holdings, isUnbounded } = parts;
  const waiting: Job[] = [];
  const running = new Set<Promise<void>>();
  let isScheduled = false;

  const note = ({ wish, balanceCents, ledgerRows }: Decided) =>
    holdings.note(wish.accountId, wish.guid, { balanceCents, ledgerRows });

  /** Null if something is unknown or outdated. */
  const chargeAlone = async (wish: UnlockWish): Promise<Unlocked | null> => {
    const purse = holdings.purse(wish.accountId);
    if (purse === null || !isUnbounded(wish.tokenId) || purse.balanceCents < wish.priceCents) return null;
    const balanceCents = purse.balanceCents - wish.priceCents;
    const ledgerRows = purse.ledgerRows + (wish.priceCents > 0 ? 1 : 0);
    const decided = { wish, balanceCents, ledgerRows };
    try {
      if (!(await link.ask((sql) => writeOne(sql, decided, notices.origin)))) return null;
    } catch (error) {
      if (codeOf(error) === uniqueViolation) return null;
      throw error;
    }
    note(decided);
    return { chargedCents: wish.priceCents, balanceCents };
  };
  const run = async (jobs: readonly Job[]) => {
    try {
      const [only, second] = jobs;
      const alone = only && !second ? await chargeAlone(only.wish) : null;
      if (only && alone) return only.resolve(alone);
      const { verdicts, charges } = await link.transact((transaction) =>
        chargeGroup(transaction, jobs, parts),
      );
      for (const charge of charges) note(charge);
      for (const { tell } of verdicts) tell();
    } catch (error) {
      for (const { reject } of jobs) reject(error);
    }
  };
  const flush = () => {
    isScheduled = false;
    while (waiting.length > 0 && running.size < mostGroups) {
      const group = run(waiting.splice(0, largestGroup)).finally(() => {
        running.delete(group);
        schedule();
      });
      running.add(group);
    }
  };
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(flush);
  };

  return {
    has: async (accountId, guid) => (await holdings.owned(accountId, guid)) !== null,
    owned: holdings.owned,
    balance: holdings.balance,
    unlock: (wish) =>
      new Promise((resolve, reject) => {
        waiting.push({ wish, resolve, reject });
        schedule();
      }),
    async settled() {
      while (running.size > 0 || waiting.length > 0) {
        await Promise.all(running);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
