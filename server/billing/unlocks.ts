import { createCommitRevision, createRevisionCache } from '../base/cache/revision-cache.ts';
import { formatUsd, toUsd } from '../base/money.ts';
import { AppError } from '../contract/errors.ts';
import type { PlanApprovals } from './agent-plans.ts';
import type { GroupCommit } from './group-commit.ts';
import type { ChargeLedger, LedgerPage } from './ledger.ts';
import type { MoneyDb } from './money-connection.ts';
import type { Popularity } from './popularity.ts';
import { createSpendingCaps } from './spending-caps.ts';

export type Entitlement = {
  readonly guid: string;
  readonly title: string;
  readonly unlockedAt: string;
  /** Whether the catalogue has the model no more. */
  readonly isRemoved: boolean;
};

export type Unlocks = {
  has(accountId: string, guid: string): boolean;
  /** Newest first. */
  list(accountId: string, page: LedgerPage): Entitlement[];
  count(accountId: string): number;
  /**
   * Unlocks a model once: price, unlock and ledger row in one transaction, durable when it answers. Throws
   * INSUFFICIENT_BALANCE, or FORBIDDEN over the token's cap, and then takes nothing.
   */
  unlock(wish: UnlockWish): Promise<Unlocked>;
  /** The balance where a model is unlocked already; null where it is not. */
  owned(accountId: string, guid: string): Unlocked | null;
  /** The balance of an account, in cents, as it was when this turn of the event loop began or later. */
  balance(accountId: string): number;
};

/** What was taken, 0 when the model was unlocked before, and the balance after it. */
export type Unlocked = { readonly chargedCents: number; readonly balanceCents: number };

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

type Parts = {
  readonly db: MoneyDb;
  readonly ledger: ChargeLedger;
  readonly approvals: PlanApprovals;
  readonly popularity: Popularity;
  readonly group: GroupCommit;
};

const mostKept = 20_000;

export function createUnlocks({ db, ledger, approvals, popularity, group }: Parts): Unlocks {
  const caps = createSpendingCaps(db);
  const find = db.prepare('SELECT 1 FROM unlock WHERE account_id = ? AND guid = ?');
  const findOwned = db
    .prepare<[string, string], number>(
      `SELECT coalesce(
         (SELECT balance_cents FROM ledger WHERE ledger.account_id = unlock.account_id ORDER BY id DESC LIMIT 1), 0)
       FROM unlock WHERE account_id = ? AND guid = ?`,
    )
    .pluck();
  const insert = db.prepare(
    'INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db.prepare<
    [{ accountId: string } & LedgerPage],
    Omit<Entitlement, 'isRemoved'> & { readonly isRemoved: number }
  >(
    `SELECT guid, title, at AS unlockedAt,
       NOT EXISTS (SELECT 1 FROM model WHERE model.guid = unlock.guid) AS isRemoved
     FROM unlock WHERE account_id = @accountId
     ORDER BY at DESC, guid LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[string], number>('SELECT count(*) FROM unlock WHERE account_id = ?').pluck();
  const readOwned = (accountId: string, guid: string): Unlocked | null => {
    const balanceCents = findOwned.get(accountId, guid);
    return balanceCents === undefined ? null : { chargedCents: 0, balanceCents };
  };
  // Whoever owns a model asks for its files one by one.
  let unlocked = 0;
  const commits = createCommitRevision(db);
  const revision = () => commits() + unlocked;
  const knownOwned = createRevisionCache<string, Unlocked>({ revision, most: mostKept });
  const knownBalances = createRevisionCache<string, number>({ revision, most: mostKept });
  const owned = (accountId: string, guid: string) =>
    knownOwned.get(`${accountId} ${guid}`, () => readOwned(accountId, guid));

  const unlock = (wish: UnlockWish): Unlocked => {
    const { accountId, tokenId, guid, title, priceCents, at } = wish;
    const known = readOwned(accountId, guid);
    if (known) return known;
    unlocked += 1;
    caps.require(tokenId, priceCents);
    approvals.use(wish);
    const balance = ledger.balance(accountId);
    if (balance < priceCents) {
      throw new AppError(
        'INSUFFICIENT_BALANCE',
        `"${title}" costs ${formatUsd(priceCents)} and your balance is ${formatUsd(balance)}. Ask for credit, or take its free 1k files.`,
        { details: { priceUsd: toUsd(priceCents), balanceUsd: toUsd(balance) } },
      );
    }
    const reason = `Unlocked ${title}`;
    const ledgerId =
      priceCents > 0 ? ledger.charge({ accountId, tokenId, cents: priceCents, guid, reason, at }) : null;
    insert.run(accountId, guid, title, ledgerId, at);
    popularity.note(guid);
    return { chargedCents: priceCents, balanceCents: balance - priceCents };
  };

  return {
    has: (accountId, guid) => find.get(accountId, guid) !== undefined,
    owned,
    balance: (accountId) => knownBalances.get(accountId, () => ledger.balance(accountId)) ?? 0,
    list: (accountId, page) =>
      select.all({ accountId, ...page }).map((row) => ({ ...row, isRemoved: row.isRemoved === 1 })),
    count: (accountId) => count.get(accountId) ?? 0,
    unlock: async (wish) => owned(wish.accountId, wish.guid) ?? group.run(() => unlock(wish)),
  };
}
