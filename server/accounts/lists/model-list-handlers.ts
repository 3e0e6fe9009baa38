import type { Handlers } from '../../base/http/bind.ts';
import type { ModelLists } from './model-lists.ts';

/** Favourites and collections, only for their owner. */
export function createModelListHandlers(lists: ModelLists) {
  return {
    favourites: async ({ caller }) => ({ ok: true, guids: await lists.favourites(caller.accountId) }),
    changeFavourites: async ({ body, caller }) => ({
      ok: true,
      guids: await lists.changeFavourites(caller.accountId, body),
    }),
    collections: async ({ caller }) => ({ ok: true, collections: await lists.collections(caller.accountId) }),
    makeCollection: async ({ body, caller }) => ({ ok: true, ...(await lists.make(caller.accountId, body)) }),
    changeCollection: async ({ params, body, caller }) => ({
      ok: true,
      ...(await lists.change({ id: params.collectionId, accountId: caller.accountId }, body)),
    }),
    deleteCollection: async ({ params, caller }) => {
      await lists.delete({ id: params.collectionId, accountId: caller.accountId });
      return null;
    },
  } satisfies Partial<Handlers>;
}
