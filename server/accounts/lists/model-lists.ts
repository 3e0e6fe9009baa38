import { randomUUID } from 'node:crypto';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { Db } from '../../base/db/open-database.ts';
import { isHidden } from '../../base/sight.ts';
import { turnOf } from '../../base/store/account-store.ts';
import { change, type Steps, selectAll, selectCount, selectOne } from '../../base/store/steps.ts';
import type { Collection } from '../../contract/accounts/model-lists.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import { requireListChange, requireListRemoval } from '../rights/right-rows.ts';

type ListChange = {
  readonly name?: string | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
};
type ListedModel = { readonly guid: string; readonly addedAt: string };
type KeptLists = {
  readonly favourites: ListedModel[];
  readonly collections: { name: string; madeAt: string; models: ListedModel[] }[];
};

export type ModelLists = ReturnType<typeof createModelLists>;
type Own = { readonly id: string; readonly accountId: string };
type Row = Omit<Collection, 'guids'>;
type New = { id: string; accountId: string; kind: 'favourites' | 'collection'; name: string; at: string };

const columns = 'id, name, made_at AS "madeAt", changed_at AS "changedAt"';
const selectFavourites = selectOne<{ accountId: string }, { readonly id: string }>(
  "SELECT id FROM model_list WHERE account_id = @accountId AND kind = 'favourites'",
);
const ofAccount = `SELECT ${columns} FROM model_list WHERE account_id = @accountId AND kind = 'collection'`;
const selectLists = selectAll<{ accountId: string }, Row>({
  sqlite: `${ofAccount} ORDER BY name COLLATE NOCASE, id`,
  postgres: `${ofAccount} ORDER BY lower(name), id`,
});
const selectList = selectOne<Own, Row>(`${ofAccount} AND id = @id`);
const selectModels = selectAll<{ id: string }, ListedModel>(
  'SELECT guid, added_at AS "addedAt" FROM listed_model WHERE list_id = @id ORDER BY place DESC, guid',
);
const countModels = selectCount<{ id: string }>(
  'SELECT count(*) AS count FROM listed_model WHERE list_id = @id',
);
const insertList = change<New>(
  `INSERT INTO model_list (id, account_id, kind, name, made_at, changed_at)
   VALUES (@id, @accountId, @kind, @name, @at, @at)`,
);
const renameList = change<{ id: string; name: string }>('UPDATE model_list SET name = @name WHERE id = @id');
const touchList = change<{ id: string; at: string }>('UPDATE model_list SET changed_at = @at WHERE id = @id');
const deleteList = change<Own>(
  "DELETE FROM model_list WHERE id = @id AND account_id = @accountId AND kind = 'collection'",
);
const insertModel = change<{ id: string; guid: string; at: string }>(
  `INSERT INTO listed_model (list_id, guid, place, added_at)
   VALUES (@id, @guid, (SELECT coalesce(max(place), 0) + 1 FROM listed_model WHERE list_id = @id), @at)
   ON CONFLICT DO NOTHING`,
);
const deleteModel = change<{ id: string; guid: string }>(
  'DELETE FROM listed_model WHERE list_id = @id AND guid = @guid',
);

function* guidsOf(id: string): Steps<string[]> {
  return (yield* selectModels({ id })).map(({ guid }) => guid);
}
function* find(own: Own): Steps<Row> {
  const found = yield* selectList(own);
  if (found !== null) return found;
  throw new AppError('NOT_FOUND', 'You have no such collection. Refresh the page.');
}
/** Throws NOT_FOUND if it is not this account's. */
export function* readCollection(own: Own): Steps<Collection> {
  return { ...(yield* find(own)), guids: yield* guidsOf(own.id) };
}
function* readFavourites(accountId: string): Steps<string[]> {
  return yield* guidsOf((yield* selectFavourites({ accountId }))?.id ?? '');
}
function* readCollections(accountId: string): Steps<Collection[]> {
  const collections: Collection[] = [];
  for (const row of yield* selectLists({ accountId }))
    collections.push({ ...row, guids: yield* guidsOf(row.id) });
  return collections;
}

export function* readLists(accountId: string): Steps<KeptLists> {
  const favourites = yield* selectModels({ id: (yield* selectFavourites({ accountId }))?.id ?? '' });
  const collections: KeptLists['collections'] = [];
  for (const { id, name, madeAt } of yield* selectLists({ accountId }))
    collections.push({ name, madeAt, models: [...(yield* selectModels({ id }))] });
  return { favourites: [...favourites], collections };
}

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly isListed: (guid: string) => boolean;
};

/** Whether the user of the request can find a model in the catalogue. */
export function createIsListed(db: Db): (guid: string) => boolean {
  const found = db.prepare('SELECT 1 FROM model WHERE guid = ?');
  return (guid) => !isHidden(guid) && found.get(guid) !== undefined;
}

/** Private lists of models per account. */
export function createModelLists({ store, clock, isListed }: Parts) {
  function* makeList(made: Omit<New, 'id' | 'at'>): Steps<string> {
    const id = randomUUID();
    yield* insertList({ ...made, id, at: toIso(clock()) });
    return id;
  }
  function* applyChange(id: string, { name, add = [], remove = [] }: ListChange): Steps<void> {
    const at = toIso(clock());
    if (name !== undefined) yield* renameList({ id, name });
    for (const guid of remove) yield* deleteModel({ id, guid });
    for (const guid of add.toReversed()) if (isListed(guid)) yield* insertModel({ id, guid, at });
    yield* touchList({ id, at });
    if ((yield* countModels({ id })) <= limits.modelLists.models) return;
    throw new AppError(
      'FORBIDDEN',
      sentence`A list has at most ${{ count: limits.modelLists.models }} models. Remove some, or start another collection.`,
    );
  }
  function* changeFavourites(accountId: string, wanted: ListChange): Steps<string[]> {
    const known = yield* selectFavourites({ accountId });
    const id = known?.id ?? (yield* makeList({ accountId, kind: 'favourites', name: '' }));
    yield* applyChange(id, wanted);
    return yield* guidsOf(id);
  }
  function* make(accountId: string, { name, add }: { name: string } & ListChange): Steps<Collection> {
    if ((yield* selectLists({ accountId })).length >= limits.modelLists.collections)
      throw new AppError(
        'FORBIDDEN',
        sentence`An account has at most ${{ count: limits.modelLists.collections }} collections. Delete one you no longer need.`,
      );
    const id = yield* makeList({ accountId, kind: 'collection', name });
    yield* applyChange(id, { add });
    return yield* readCollection({ id, accountId });
  }
  function* changeOne(own: Own, wanted: ListChange): Steps<Collection> {
    yield* find(own);
    yield* requireListChange(own);
    yield* applyChange(own.id, wanted);
    return yield* readCollection(own);
  }
  function* remove(own: Own): Steps<void> {
    yield* find(own);
    yield* requireListRemoval(own);
    yield* deleteList(own);
  }

  return {
    /** Guids, newest first. */
    favourites: (accountId: string) => store.run(readFavourites(accountId)),
    /** Returns the resulting list. Throws FORBIDDEN, without changing anything, if it would be too long. */
    changeFavourites: (accountId: string, wanted: ListChange) =>
      store.transaction(turnOf(accountId), changeFavourites(accountId, wanted)),
    /** By name. */
    collections: (accountId: string) => store.run(readCollections(accountId)),
    /** Throws FORBIDDEN if the account has the maximum. */
    make: (accountId: string, made: { name: string; add?: readonly string[] | undefined }) =>
      store.transaction(turnOf(accountId), make(accountId, made)),
    /** Throws NOT_FOUND for another account's collection, as for an unknown one; otherwise like `changeFavourites`. */
    change: (own: Own, wanted: ListChange) =>
      store.transaction(turnOf(own.accountId), changeOne(own, wanted)),
    delete: (own: Own) => store.transaction(turnOf(own.accountId), remove(own)),
  };
}
