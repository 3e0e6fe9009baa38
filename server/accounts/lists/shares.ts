import { randomUUID } from 'node:crypto';
import { type Clock, toIso } from '../../base/clock.ts';
import { type AccountStore, turnOf } from '../../base/store/account-store.ts';
import { change, type Steps, selectAll, selectCount, selectOne } from '../../base/store/steps.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import type { Share } from '../../contract/accounts/shares.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import { hashSecret, makeSecret } from '../access/secrets.ts';

type Row = Omit<Share, 'withFiles'> & { readonly withFiles: number };
type NewShare = Pick<Share, 'kind' | 'target' | 'name' | 'expiresAt'> & {
  readonly accountId: string;
  readonly withFiles: number;
  /** Camera position; null starts with the poster. */
  readonly place: string | null;
};
type Found = Pick<NewShare, 'accountId' | 'place'> &
  Row &
  Pick<User, 'role'> & { readonly isDisabled: number };
/** A link that is currently valid. */
export type OpenShare = Omit<Found, 'withFiles' | 'isDisabled'> & { readonly withFiles: boolean };

const columns = `share.id, kind, target, share.name, with_files AS "withFiles", views, made_at AS "madeAt",
  expires_at AS "expiresAt", ended_at AS "endedAt"`;
const selectShares = selectAll<{ accountId: string }, Row>(
  `SELECT ${columns} FROM share WHERE account_id = @accountId ORDER BY made_at DESC, id`,
);
const selectShare = selectOne<{ hash: Buffer }, Found>(
  `SELECT ${columns}, place, account_id AS "accountId", role, is_disabled AS "isDisabled"
   FROM share JOIN account ON account.id = share.account_id WHERE hash = @hash`,
);
const countOpen = selectCount<{ accountId: string; now: string }>(
  `SELECT count(*) AS count FROM share
   WHERE account_id = @accountId AND ended_at IS NULL AND expires_at > @now`,
);
const forgetOld = change<{ accountId: string; before: string }>(
  'DELETE FROM share WHERE account_id = @accountId AND (ended_at < @before OR expires_at < @before)',
);
const insert = change<NewShare & { id: string; hash: Buffer; at: string }>(
  `INSERT INTO share (id, hash, account_id, kind, target, name, place, with_files, made_at, expires_at)
   VALUES (@id, @hash, @accountId, @kind, @target, @name, @place, @withFiles, @at, @expiresAt)`,
);
const endOne = change<{ id: string; accountId: string; at: string }>(
  'UPDATE share SET ended_at = coalesce(ended_at, @at) WHERE id = @id AND account_id = @accountId',
);
const addViews = change<{ id: string; seen: number }>(
  'UPDATE share SET views = views + @seen WHERE id = @id',
);

const toShare = ({ withFiles, ...row }: Row): Share => ({ ...row, withFiles: withFiles === 1 });

export function* readShares(accountId: string): Steps<Share[]> {
  return (yield* selectShares({ accountId })).map(toShare);
}

export function createShares(store: AccountStore, clock: Clock) {
  let counted = new Map<string, number>();
  let waiting: NodeJS.Timeout | null = null;
  const settle = async () => {
    if (waiting !== null) clearTimeout(waiting);
    waiting = null;
    const seen = counted;
    counted = new Map();
    // Views are not worth an error: those that cannot be written are lost.
    for (const [id, views] of seen) await store.run(addViews({ id, seen: views })).catch(() => undefined);
  };
  function* make({ id, hash, ...made }: NewShare & { id: string; hash: Buffer }): Steps<void> {
    const { accountId } = made;
    const now = clock();
    yield* forgetOld({ accountId, before: toIso(now - limits.shares.remembered) });
    if ((yield* countOpen({ accountId, now: toIso(now) })) >= limits.shares.count)
      throw new AppError(
        'FORBIDDEN',
        sentence`An account has at most ${{ count: limits.shares.count }} links. End one that you no longer need.`,
      );
    yield* insert({ ...made, id, hash, at: toIso(now) });
  }

  return {
    /** The token is available only now. Throws FORBIDDEN if the account has the maximum. */
    async make(made: NewShare) {
      const token = makeSecret();
      const id = randomUUID();
      await store.transaction(turnOf(made.accountId), make({ ...made, id, hash: hashSecret(token) }));
      return { id, token };
    },
    async list(accountId: string) {
      await settle();
      return store.run(readShares(accountId));
    },
    /** Throws NOT_FOUND for another account's link, as for an unknown one. */
    async end(own: { readonly id: string; readonly accountId: string }) {
      if ((await store.run(endOne({ ...own, at: toIso(clock()) }))) === 0)
        throw new AppError('NOT_FOUND', 'You have no such link. Refresh the page.');
    },
    /** Null if unknown; `over` if it has expired or was ended. */
    async find(token: string): Promise<OpenShare | 'over' | null> {
      const found = await store.run(selectShare({ hash: hashSecret(token) }));
      if (found === null) return null;
      const { withFiles, isDisabled, ...share } = found;
      const isOver = share.endedAt !== null || isDisabled === 1 || Date.parse(share.expiresAt) <= clock();
      return isOver ? 'over' : { ...share, withFiles: withFiles === 1 };
    },
    count(id: string) {
      counted.set(id, (counted.get(id) ?? 0) + 1);
      waiting ??= setTimeout(() => void settle(), limits.shares.countEvery).unref();
    },
    settle,
  };
}
