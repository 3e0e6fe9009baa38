import { keepLatest } from '../../base/cache/keep-latest.ts';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import { type Clock, toIso } from '../../base/clock.ts';
import type { GroupCommit } from '../../billing/group-commit.ts';
import type { MoneyDb } from '../../billing/money-connection.ts';
import { limits } from '../../contract/limits.ts';

export type TokenUses = ReturnType<typeof createTokenUses>;

type Parts = {
  /** The connection that `group` commits. */
  readonly db: MoneyDb;
  readonly group: GroupCommit;
  readonly clock: Clock;
};

/** Time and network address of each token's last use. */
export function createTokenUses({ db, group, clock }: Parts) {
  // A token revoked since has no row and gets none.
  const write = db.prepare(
    `INSERT INTO token_use (token_id, used_at, address) SELECT id, ?, ? FROM token WHERE id = ?
     ON CONFLICT (token_id) DO UPDATE SET used_at = excluded.used_at, address = excluded.address`,
  );
  const noted = keepLatest<string, number>(cacheBudgets.tokenUses, 150);

  return {
    /** Records the use soon, at most once in some minutes; requests never wait for it. */
    note(tokenId: string, address: string) {
      const now = clock();
      if (now - (noted.get(tokenId) ?? 0) < limits.tokenUse) return;
      noted.set(tokenId, now);
      group.run(() => write.run(toIso(now), address, tokenId)).catch(() => noted.delete(tokenId));
    },
    /** Resolves once all noted uses can be read. */
    settled: group.settled,
  };
}
