import type { Handlers } from '../base/http/bind.ts';
import type { ModelLists } from './model-lists.ts';

type Names =
  | 'favourites'
  | 'changeFavourites'
  | 'collections'
  | 'makeCollection'
  | 'changeCollection'
  | 'deleteCollection';

/** Favourites and collections: seen and changed by their owner alone. */
export function createModelListHandlers(lists: ModelLists): Pick<Handlers, Names> {
  return {
    favourites: ({ caller }) => ({ ok: true, guids: lists.favourites(caller.accountId) }),
    changeFavourites: ({ body, caller }) => ({
      ok: true,
      guids: lists.changeFavourites(caller.accountId, body),
    }),
    collections: ({ caller }) => ({ ok: true, collections: lists.collections(caller.accountId) }),
    makeCollection: ({ body, caller }) => ({ ok: true, ...lists.make(caller.accountId, body) }),
    changeCollection: ({ params, body, caller }) => ({
      ok: true,
      ...lists.change({ id: params.collectionId, accountId: caller.accountId }, body),
    }),
    deleteCollection: ({ params, caller }) => {
      lists.delete({ id: params.collectionId, accountId: caller.accountId });
      return null;
    },
  };
}
