import { z } from 'zod';
import { Guid, IsoTime, Ok, PlainText } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { changing, guarded, own, refusing } from './kept-lists.ts';

const ListId = z.string().min(1).max(128);
const CollectionName = PlainText.min(1).max(100);
/** Limited per request; longer lists are sent in parts. */
const Guids = z.array(Guid).max(limits.modelLists.change);
const change = {
  add: Guids.optional().describe('Models to put first, in this order; unknown ones are left out'),
  remove: Guids.optional(),
};

export const Collection = z.object({
  id: z.string(),
  name: z.string(),
  guids: z.array(Guid).describe('Its models, the newest first; removed ones among them'),
  madeAt: IsoTime,
  changedAt: IsoTime,
});
export type Collection = z.infer<typeof Collection>;

/** Favourites and collections: private lists of models. */
export const modelListRoutes = {
  favourites: defineRoute({
    ...own,
    method: 'GET',
    path: '/api/account/favourites',
    summary: 'The favourites of this account, the newest first',
    response: z.object({ ok: Ok, guids: z.array(Guid) }),
    errors: guarded,
  }),
  changeFavourites: defineRoute({
    ...changing,
    method: 'POST',
    path: '/api/account/favourites',
    summary: 'Add favourites, or remove some',
    body: z.object(change),
    response: z.object({ ok: Ok, guids: z.array(Guid).describe('All favourites, the newest first') }),
    errors: refusing,
  }),
  collections: defineRoute({
    ...own,
    method: 'GET',
    path: '/api/account/collections',
    summary: 'The collections of this account, by name',
    response: z.object({ ok: Ok, collections: z.array(Collection) }),
    errors: guarded,
  }),
  makeCollection: defineRoute({
    ...changing,
    method: 'POST',
    path: '/api/account/collections',
    summary: 'Make a collection',
    body: z.object({ name: CollectionName, add: change.add }),
    status: 201,
    response: Collection.extend({ ok: Ok }),
    errors: refusing,
  }),
  changeCollection: defineRoute({
    ...changing,
    method: 'POST',
    path: '/api/account/collections/{collectionId}',
    summary: 'Rename a collection, add models to it, or remove some',
    params: z.object({ collectionId: ListId }),
    body: z.object({ name: CollectionName.optional(), ...change }),
    response: Collection.extend({ ok: Ok }),
    errors: [...refusing, 'NOT_FOUND'],
  }),
  deleteCollection: defineRoute({
    ...changing,
    method: 'DELETE',
    path: '/api/account/collections/{collectionId}',
    summary: 'Delete a collection; its models stay',
    params: z.object({ collectionId: ListId }),
    status: 204,
    response: z.null(),
    errors: [...refusing, 'NOT_FOUND'],
  }),
};
