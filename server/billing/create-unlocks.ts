import { createCommitRevision, createRevisionCache } from '../base/cache/revision-cache.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Clock } from '../base/clock.ts';
import { runOn } from '../base/store/sqlite-store.ts';
import { takeApproval } from './agent-plans.ts';
import { reasonOf, requireBalance, requireWithinCap, type SpendingCap } from './charge-rules.ts';
import type { GroupCommit } from './group-commit.ts';
import type { MoneyDb } from './money-connection.ts';
import type { Popularity } from './popularity.ts';
import { type Unlocked, type Unlocks, type UnlockWish, unlockRows } from './unlocks.ts';

type Parts = {
  readonly db: MoneyDb;
  readonly clock: Clock;
  readonly popularity: Popularity;
  readonly group: GroupCommit;
};
type ChargeRow = Pick<UnlockWish, 'accountId' | 'tokenId' | 'guid' | 'at'> & {
  readonly cents: number;
  readonly balanceCents: number;
  readonly reason: string;
};

function openChargeRows(db: MoneyDb) {
  const selectOwned = db
    .prepare<[string, string], number>(
      `SELECT coalesce(
         (SELECT balance_cents FROM ledger WHERE ledger.account_id = unlock.account_id ORDER BY id DESC LIMIT 1), 0)
       FROM unlock WHERE account_id = ? AND guid = ?`,
    )
    .pluck();
  const selectBalance = db
    .prepare<[string], number>(
      'SELECT balance_cents FROM ledger WHERE account_id = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const selectCap = db.prepare<[string], SpendingCap>(
    `SELECT name, spending_cap_cents AS capCents,
       (SELECT coalesce(-sum(amount_cents), 0) FROM ledger WHERE ledger.token_id = token.id) AS spentCents
     FROM token WHERE id = ? AND spending_cap_cents IS NOT NULL`,
  );
  const selectAsking = db.prepare<[string]>('SELECT 1 FROM key_asks_first WHERE token_id = ?');
  const insertCharge = db.prepare<[ChargeRow]>(
    `INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, guid, reason, at, token_id)
     VALUES (@accountId, 'unlock', -@cents, @balanceCents, @guid, @reason, @at, @tokenId)`,
  );
  const insertUnlock = db.prepare<[string, string, string, number | null, string]>(
    'INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    owned(accountId: string, guid: string): Unlocked | null {
      const balanceCents = selectOwned.get(accountId, guid);
      return balanceCents === undefined ? null : { chargedCents: 0, balanceCents };
    },
    balance: (accountId: string) => selectBalance.get(accountId) ?? 0,
    cap: (tokenId: string) => selectCap.get(tokenId) ?? null,
    asksFirst: (tokenId: string) => selectAsking.get(tokenId) !== undefined,
    /** The new balance must be the previous one minus the price: the database refuses any other. */
    write({ accountId, tokenId, guid, title, priceCents: cents, at }: UnlockWish, balanceCents: number) {
      const charge = { accountId, tokenId, cents, balanceCents, guid, reason: reasonOf(title), at };
      const ledgerId = cents > 0 ? Number(insertCharge.run(charge).lastInsertRowid) : null;
      insertUnlock.run(accountId, guid, title, ledgerId, at);
    },
  };
}

export function createUnlocks({ db, clock, popularity, group }: Parts): Unlocks {
  const rows = openChargeRows(db);
  let unlocked = 0;
  const commits = createCommitRevision(db);
  const revision = () => commits() + unlocked;
  const knownOwned = createRevisionCache<string, Unlocked>({
    ...{ revision, bytes: cacheBudgets.unlocks, weigh: () => 300 },
  });
  const knownBalances = createRevisionCache<string, number>({
    ...{ revision, bytes: cacheBudgets.balances, weigh: () => 150 },
  });
  const owned = (accountId: string, guid: string) =>
    knownOwned.get(`${accountId} ${guid}`, () => rows.owned(accountId, guid));

  const unlock = (wish: UnlockWish): Unlocked => {
    const { accountId, tokenId, guid, priceCents } = wish;
    const known = rows.owned(accountId, guid);
    if (known) return known;
    unlocked += 1;
    if (priceCents > 0) requireWithinCap(rows.cap(tokenId), priceCents);
    if (priceCents > 0 && rows.asksFirst(tokenId)) runOn(db, takeApproval(wish, clock));
    const balance = rows.balance(accountId);
    requireBalance(wish, balance);
    const balanceCents = balance - priceCents;
    rows.write(wish, balanceCents);
    popularity.note(guid);
    return { chargedCents: priceCents, balanceCents };
  };

  return {
    has: async (accountId, guid) => runOn(db, unlockRows.has(accountId, guid)),
    owned,
    balance: (accountId) => knownBalances.get(accountId, () => rows.balance(accountId)) ?? 0,
    unlock: (wish) => group.run(() => unlock(wish)),
  };
}
