import { type Steps, selectOne } from '../base/store/steps.ts';

export type AccountCounts = {
  readonly accounts: number;
  readonly disabledAccounts: number;
  readonly unlocks: number;
  readonly balancesCents: number;
};

const select = selectOne<Record<never, never>, AccountCounts>(
  `SELECT (SELECT count(*) FROM account WHERE deleted_at IS NULL) AS accounts,
     (SELECT count(*) FROM account WHERE is_disabled = 1 AND deleted_at IS NULL) AS "disabledAccounts",
     (SELECT count(*) FROM unlock) AS unlocks,
     (SELECT coalesce(sum(amount_cents), 0) FROM ledger) AS "balancesCents"`,
);

export function* countAccounts(): Steps<AccountCounts> {
  const counts = yield* select({});
  return counts ?? { accounts: 0, disabledAccounts: 0, unlocks: 0, balancesCents: 0 };
}
