import { AppError } from '../contract/errors.ts';
import type { Db } from '../db/open-database.ts';
import type { AgentPlans } from './agent-plans.ts';
import { type Ledger, type LedgerPage, toUsd } from './ledger.ts';
import { createSpendingCaps } from './spending-caps.ts';

export type Entitlement = { readonly guid: string; readonly title: string; readonly unlockedAt: string };

export type Unlocks = {
  has(accountId: string, guid: string): boolean;
  /** Newest first. */
  list(accountId: string, page: LedgerPage): Entitlement[];
  count(accountId: string): number;
  /**
   * Unlocks a model once: price, unlock and ledger row in one transaction. Answers the cents that were taken, 0 when
   * it was unlocked before. Throws INSUFFICIENT_BALANCE, or FORBIDDEN over the token's cap, and then takes nothing.
   */
  unlock(wish: UnlockWish): number;
};

export type UnlockWish = {
  readonly accountId: string;
  readonly tokenId: string;
  readonly guid: string;
  /** The file that is unlocked for; a plan that a person approved is for this file alone. */
  readonly relativePath: string;
  readonly title: string;
  readonly priceCents: number;
  readonly at: string;
};

export function createUnlocks(db: Db, ledger: Ledger, plans: AgentPlans): Unlocks {
  const caps = createSpendingCaps(db);
  const find = db.prepare('SELECT 1 FROM unlock WHERE account_id = ? AND guid = ?');
  const insert = db.prepare(
    'INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[{ accountId: string } & LedgerPage], Entitlement>(
    `SELECT guid, title, at AS unlockedAt FROM unlock WHERE account_id = @accountId
     ORDER BY at DESC, guid LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[string], number>('SELECT count(*) FROM unlock WHERE account_id = ?').pluck();
  const countUse = db.prepare('UPDATE model SET popularity = popularity + 1 WHERE guid = ?');
  const has = (accountId: string, guid: string) => find.get(accountId, guid) !== undefined;

  const unlock = db.transaction((wish: UnlockWish) => {
    const { accountId, tokenId, guid, title, priceCents, at } = wish;
    if (has(accountId, guid)) return 0;
    caps.require(tokenId, priceCents);
    plans.use(wish);
    const balance = ledger.balance(accountId);
    if (balance < priceCents) {
      throw new AppError(
        'INSUFFICIENT_BALANCE',
        `"${title}" costs $${toUsd(priceCents).toFixed(2)} and your balance is $${toUsd(balance).toFixed(2)}. Ask for credit, or take its free 1k files.`,
        { details: { priceUsd: toUsd(priceCents), balanceUsd: toUsd(balance) } },
      );
    }
    const reason = `Unlocked ${title}`;
    const ledgerId =
      priceCents > 0 ? ledger.charge({ accountId, tokenId, cents: priceCents, guid, reason, at }) : null;
    insert.run(accountId, guid, title, ledgerId, at);
    countUse.run(guid);
    return priceCents;
  });

  return {
    has,
    list: (accountId, page) => select.all({ accountId, ...page }),
    count: (accountId) => count.get(accountId) ?? 0,
    unlock: (wish) => unlock.immediate(wish),
  };
}
