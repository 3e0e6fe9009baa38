import { createRevision, createRevisionCache } from '../../base/cache/revision-cache.ts';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Caller } from '../../base/http/caller.ts';

/** Whether a token or shared link is neither revoked nor expired, and its account enabled; cached until any changes. */
export function createTokenLife(db: Db, clock: Clock): (tokenId: string) => boolean {
  const select = db
    .prepare<[{ id: string }], string>(
      `SELECT token.expires_at FROM token JOIN account ON account.id = token.account_id
       WHERE token.id = @id AND account.is_disabled = 0
       UNION ALL
       SELECT share.expires_at FROM share JOIN account ON account.id = share.account_id
       WHERE share.id = @id AND share.ended_at IS NULL AND account.is_disabled = 0`,
    )
    .pluck();
  const ends = createRevisionCache<string, number>({
    revision: createRevision(db, 'callers'),
    bytes: cacheBudgets.tokenEnds,
    weigh: () => 150,
  });
  const read = (tokenId: string) => {
    const end = select.get({ id: tokenId });
    return end === undefined ? null : Date.parse(end);
  };
  return (tokenId) => (ends.get(tokenId, () => read(tokenId)) ?? 0) > clock();
}

export type Holder = Pick<Caller, 'accountId' | 'role'>;

export function createHolders(db: Db): (tokenId: string) => Holder | null {
  const select = db.prepare<[{ id: string }], Holder>(
    `SELECT account.id AS accountId, role FROM account
     WHERE id = coalesce((SELECT account_id FROM token WHERE token.id = @id), (SELECT account_id FROM share WHERE share.id = @id))`,
  );
  return (id) => select.get({ id }) ?? null;
}
