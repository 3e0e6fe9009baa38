import type { TokenUses } from '../accounts/access/token-uses.ts';
import { keepLatest } from '../base/cache/keep-latest.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import { type Clock, toIso } from '../base/clock.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import { change } from '../base/store/steps.ts';
import { limits } from '../contract/limits.ts';

// A token revoked since has no row and gets none.
const write = change<{ tokenId: string; at: string; address: string }>({
  sqlite: `INSERT INTO token_use (token_id, used_at, address) SELECT id, @at, @address FROM token WHERE id = @tokenId
    ON CONFLICT (token_id) DO UPDATE SET used_at = excluded.used_at, address = excluded.address`,
  postgres: `INSERT INTO token_use (token_id, used_at, address)
    SELECT id, @at::text, @address::text FROM token WHERE id = @tokenId
    ON CONFLICT (token_id) DO UPDATE SET used_at = excluded.used_at, address = excluded.address`,
});

/** Time and network address of each token's last use, at any site. */
export function createSharedTokenUses(store: AccountStore, clock: Clock): TokenUses {
  const noted = keepLatest<string, number>(cacheBudgets.tokenUses, 150);
  const writing = new Set<Promise<unknown>>();
  return {
    note(tokenId, address) {
      const now = clock();
      if (now - (noted.get(tokenId) ?? 0) < limits.tokenUse) return;
      noted.set(tokenId, now);
      const written = store
        .run(write({ tokenId, at: toIso(now), address }))
        .catch(() => noted.delete(tokenId))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async settled() {
      await Promise.all(writing);
    },
  };
}
