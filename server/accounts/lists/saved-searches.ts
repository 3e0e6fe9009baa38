import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Clock, toIso } from '../../base/clock.ts';
import type { Handlers } from '../../base/http/bind.ts';
import { type AccountStore, turnOf } from '../../base/store/account-store.ts';
import { change, type Steps, selectAll, selectOne } from '../../base/store/steps.ts';
import type { SavedSearch } from '../../contract/accounts/saved-searches.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';

type Own = { readonly id: string; readonly accountId: string };
type Wanted = { readonly query: string; readonly seen: readonly string[]; readonly total: number };
type Row = Omit<SavedSearch, 'seen'> & { readonly seen: string };

type SavedSearches = ReturnType<typeof createSavedSearches>;

const columns = 'id, query, seen, total, made_at AS "madeAt"';
const Guids = z.array(z.string());
const toSearch = ({ seen, ...row }: Row): SavedSearch => ({ ...row, seen: Guids.parse(JSON.parse(seen)) });

const selectSearches = selectAll<{ accountId: string }, Row>(
  `SELECT ${columns} FROM saved_search WHERE account_id = @accountId ORDER BY made_at DESC, id`,
);
const insert = selectOne<Omit<Row, 'madeAt'> & { accountId: string; at: string }, Row>(
  `INSERT INTO saved_search (id, account_id, query, seen, total, made_at)
   VALUES (@id, @accountId, @query, @seen, @total, @at)
   ON CONFLICT (account_id, query) DO UPDATE SET seen = excluded.seen, total = excluded.total
   RETURNING ${columns}`,
);
const remove = change<Own>('DELETE FROM saved_search WHERE id = @id AND account_id = @accountId');

export function* readSearches(accountId: string): Steps<SavedSearch[]> {
  return (yield* selectSearches({ accountId })).map(toSearch);
}

export function createSavedSearches(store: AccountStore, clock: Clock) {
  function* save(accountId: string, { seen, ...wanted }: Wanted): Steps<SavedSearch> {
    const row = { ...wanted, accountId, id: randomUUID(), seen: JSON.stringify(seen), at: toIso(clock()) };
    const saved = yield* insert(row);
    const { count } = limits.savedSearches;
    if (saved === null || (yield* selectSearches({ accountId })).length > count)
      throw new AppError(
        'FORBIDDEN',
        sentence`An account has at most ${{ count }} saved searches. Delete one you no longer need.`,
      );
    return toSearch(saved);
  }
  return {
    /** Newest first. */
    list: (accountId: string) => store.run(readSearches(accountId)),
    /** Saving the same search again changes nothing. Throws FORBIDDEN if the account has the maximum. */
    save: (accountId: string, wanted: Wanted) =>
      store.transaction(turnOf(accountId), save(accountId, wanted)),
    /** Throws NOT_FOUND for another account's search, as for an unknown one. */
    async delete(own: Own) {
      if ((await store.run(remove(own))) === 0)
        throw new AppError('NOT_FOUND', 'You have no such saved search. Refresh the page.');
    },
  };
}

export function createSavedSearchHandlers(searches: SavedSearches) {
  return {
    savedSearches: async ({ caller }) => ({ ok: true, searches: await searches.list(caller.accountId) }),
    saveSearch: async ({ body, caller }) => ({ ok: true, ...(await searches.save(caller.accountId, body)) }),
    deleteSavedSearch: async ({ params, caller }) => {
      await searches.delete({ id: params.searchId, accountId: caller.accountId });
      return null;
    },
  } satisfies Partial<Handlers>;
}
