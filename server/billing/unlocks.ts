import { type Steps, selectAll, selectCount, selectOne } from '../base/store/steps.ts';
import type { LedgerPage } from './ledger.ts';

type Entitlement = {
  readonly guid: string;
  readonly title: string;
  readonly unlockedAt: string;
  readonly isRemoved: boolean;
};

/** The charge (0 if the model was already unlocked), and the balance after it. */
export type Unlocked = { readonly chargedCents: number; readonly balanceCents: number };

export type UnlockWish = {
  readonly accountId: string;
  readonly tokenId: string;
  readonly guid: string;
  /** The requested file; the user's approval covers only this file. */
  readonly relativePath: string;
  readonly title: string;
  readonly priceCents: number;
  readonly at: string;
};

/** Unlocks of accounts. Reads are cached, so that listing a model's files is cheap; a charge checks again. */
export type Unlocks = {
  has(accountId: string, guid: string): Promise<boolean>;
  /**
   * Unlocks a model once: price, unlock and ledger row are one transaction, durable on return. Throws
   * INSUFFICIENT_BALANCE, or FORBIDDEN beyond the token's cap, without taking anything.
   */
  unlock(wish: UnlockWish): Promise<Unlocked>;
  /** The balance if the model is already unlocked, else null. */
  owned(accountId: string, guid: string): Unlocked | null | Promise<Unlocked | null>;
  /** Balance of an account in cents, no older than the current turn of the event loop. */
  balance(accountId: string): number | Promise<number>;
};

type Row = Omit<Entitlement, 'isRemoved'>;
const selectPage = selectAll<{ accountId: string } & LedgerPage, Row>(
  `SELECT guid, title, at AS "unlockedAt" FROM unlock WHERE account_id = @accountId
   ORDER BY at DESC, guid LIMIT @limit OFFSET @offset`,
);
const count = selectCount<{ accountId: string }>(
  'SELECT count(*) AS count FROM unlock WHERE account_id = @accountId',
);
const find = selectOne<{ accountId: string; guid: string }, unknown>(
  'SELECT 1 AS found FROM unlock WHERE account_id = @accountId AND guid = @guid',
);

const selectLeft = selectOne<{ tokenId: string }, { readonly cents: number }>(
  `SELECT spending_cap_cents + coalesce((SELECT sum(amount_cents) FROM ledger WHERE ledger.token_id = token.id), 0) AS cents
   FROM token WHERE id = @tokenId AND spending_cap_cents IS NOT NULL`,
);

/** Cents that a token can still charge; null if it has no cap. */
export function* capLeft(tokenId: string): Steps<number | null> {
  const row = yield* selectLeft({ tokenId });
  return row === null ? null : Number(row.cents);
}

export const unlockRows = {
  /** Newest first. */
  list: (accountId: string, page: LedgerPage) => selectPage({ accountId, ...page }),
  count: (accountId: string) => count({ accountId }),
  *has(accountId: string, guid: string): Steps<boolean> {
    return (yield* find({ accountId, guid })) !== null;
  },
};
