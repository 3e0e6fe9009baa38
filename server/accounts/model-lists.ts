import { randomUUID } from 'node:crypto';
import { type Clock, toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Collection } from '../contract/model-lists.ts';

export type ListChange = {
  readonly name?: string | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
};
type ListedModel = { readonly guid: string; readonly addedAt: string };
export type KeptLists = {
  readonly favourites: ListedModel[];
  readonly collections: { name: string; madeAt: string; models: ListedModel[] }[];
};

export type ModelLists = {
  /** Guids, the newest first. */
  favourites(accountId: string): string[];
  /** Returns all that there are then. Throws FORBIDDEN for more than a list may have, and then changes nothing. */
  changeFavourites(accountId: string, change: ListChange): string[];
  /** By name. */
  collections(accountId: string): Collection[];
  /** Throws FORBIDDEN where there are as many as an account may have. */
  make(accountId: string, made: { name: string; add?: readonly string[] | undefined }): Collection;
  /** Throws NOT_FOUND for what is not this account's, like for what never was; else as `changeFavourites`. */
  change(own: Own, change: ListChange): Collection;
  delete(own: Own): void;
  /** All that is kept, for the person that it is of. */
  readAll(accountId: string): KeptLists;
};
type Own = { readonly id: string; readonly accountId: string };
type Row = Omit<Collection, 'guids'>;
type New = { id: string; accountId: string; kind: 'favourites' | 'collection'; name: string; at: string };

const columns = 'id, name, made_at AS madeAt, changed_at AS changedAt';

/** The lists of models that each account keeps for itself. */
export function createModelLists(db: Db, clock: Clock): ModelLists {
  const selectFavourites = db
    .prepare<[string], string>("SELECT id FROM model_list WHERE account_id = ? AND kind = 'favourites'")
    .pluck();
  const selectAll = db.prepare<[string], Row>(
    `SELECT ${columns} FROM model_list WHERE account_id = ? AND kind = 'collection' ORDER BY name COLLATE NOCASE, id`,
  );
  const selectOne = db.prepare<[Own], Row>(
    `SELECT ${columns} FROM model_list WHERE id = @id AND account_id = @accountId AND kind = 'collection'`,
  );
  const selectModels = db.prepare<[string], ListedModel>(
    'SELECT guid, added_at AS addedAt FROM listed_model WHERE list_id = ? ORDER BY place DESC, guid',
  );
  const countModels = db
    .prepare<[string], number>('SELECT count(*) FROM listed_model WHERE list_id = ?')
    .pluck();
  const insertList = db.prepare<[New]>(
    `INSERT INTO model_list (id, account_id, kind, name, made_at, changed_at)
     VALUES (@id, @accountId, @kind, @name, @at, @at)`,
  );
  const renameList = db.prepare<[string, string]>('UPDATE model_list SET name = ? WHERE id = ?');
  const touchList = db.prepare<[string, string]>('UPDATE model_list SET changed_at = ? WHERE id = ?');
  const deleteList = db.prepare<[Own]>(
    "DELETE FROM model_list WHERE id = @id AND account_id = @accountId AND kind = 'collection'",
  );
  const insertModel = db.prepare<[{ id: string; guid: string; at: string }]>(
    `INSERT INTO listed_model (list_id, guid, place, added_at)
     SELECT @id, guid, (SELECT coalesce(max(place), 0) + 1 FROM listed_model WHERE list_id = @id), @at
     FROM model WHERE guid = @guid
     ON CONFLICT DO NOTHING`,
  );
  const deleteModel = db.prepare<[string, string]>('DELETE FROM listed_model WHERE list_id = ? AND guid = ?');

  const guidsOf = (id: string) => selectModels.all(id).map(({ guid }) => guid);
  const makeList = (made: Omit<New, 'id' | 'at'>) => {
    const id = randomUUID();
    insertList.run({ ...made, id, at: toIso(clock()) });
    return id;
  };
  const applyChange = (id: string, { name, add = [], remove = [] }: ListChange) => {
    const at = toIso(clock());
    if (name !== undefined) renameList.run(name, id);
    for (const guid of remove) deleteModel.run(id, guid);
    for (const guid of add.toReversed()) insertModel.run({ id, guid, at });
    touchList.run(at, id);
    if ((countModels.get(id) ?? 0) <= limits.modelLists.models) return;
    throw new AppError(
      'FORBIDDEN',
      `A list has at most ${limits.modelLists.models} models. Remove some, or start another collection.`,
    );
  };
  const find = (own: Own): Row => {
    const found = selectOne.get(own);
    if (found !== undefined) return found;
    throw new AppError('NOT_FOUND', 'You have no such collection. Refresh the page.');
  };
  const read = (own: Own): Collection => ({ ...find(own), guids: guidsOf(own.id) });

  const changeFavourites = db.transaction((accountId: string, change: ListChange) => {
    const id = selectFavourites.get(accountId) ?? makeList({ accountId, kind: 'favourites', name: '' });
    applyChange(id, change);
    return guidsOf(id);
  });
  const make = db.transaction((accountId: string, { name, add }: { name: string } & ListChange) => {
    if (selectAll.all(accountId).length >= limits.modelLists.collections)
      throw new AppError(
        'FORBIDDEN',
        `An account has at most ${limits.modelLists.collections} collections. Delete one that is not needed any more.`,
      );
    const id = makeList({ accountId, kind: 'collection', name });
    applyChange(id, { add });
    return read({ id, accountId });
  });
  const change = db.transaction((own: Own, wanted: ListChange) => {
    find(own);
    applyChange(own.id, wanted);
    return read(own);
  });

  return {
    favourites: (accountId) => guidsOf(selectFavourites.get(accountId) ?? ''),
    changeFavourites: (accountId, wanted) => changeFavourites.immediate(accountId, wanted),
    collections: (accountId) => selectAll.all(accountId).map((row) => ({ ...row, guids: guidsOf(row.id) })),
    make: (accountId, made) => make.immediate(accountId, made),
    change: (own, wanted) => change.immediate(own, wanted),
    delete: (own) => {
      find(own);
      deleteList.run(own);
    },
    readAll: (accountId) => ({
      favourites: selectModels.all(selectFavourites.get(accountId) ?? ''),
      collections: selectAll
        .all(accountId)
        .map(({ id, name, madeAt }) => ({ name, madeAt, models: selectModels.all(id) })),
    }),
  };
}
