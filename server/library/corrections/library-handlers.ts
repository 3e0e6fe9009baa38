import type { Handlers } from '../../base/http/bind.ts';
import { toPage } from '../../base/http/paging.ts';
import type { adminLibraryRoutes } from '../../contract/admin-library.ts';
import type { LibraryAdmin } from './library-admin.ts';

export type LibraryRouteName = keyof typeof adminLibraryRoutes;

export const createLibraryHandlers = (library: LibraryAdmin): Pick<Handlers, LibraryRouteName> => ({
  adminLibrary: ({ query: { folder = '', ...query } }) => ({
    ok: true,
    ...library.look(folder, toPage(query)),
  }),
  adminCorrectFolder: async ({ body, caller }) => {
    await library.correct(body, caller.accountId);
    return { ok: true };
  },
  adminEditModels: async ({ body: { guids, edit }, caller }) => ({
    ok: true,
    kept: await library.edit(guids, edit, caller.accountId),
  }),
  adminMergeModels: async ({ body: { guids }, caller }) => {
    await library.merge(guids, caller.accountId);
    return { ok: true };
  },
  adminSplitModel: async ({ body: { guid }, caller }) => {
    await library.split(guid, caller.accountId);
    return { ok: true };
  },
  adminSetReview: async ({ body: { isReviewing }, caller }) => {
    await library.setReview(isReviewing, caller.accountId);
    return { ok: true };
  },
  adminPublishModels: async ({ body: { guids = null }, caller }) => ({
    ok: true,
    published: await library.publish(guids, caller.accountId),
  }),
  adminWriteProducts: async ({ body: { guids }, caller }) => ({
    ok: true,
    ...(await library.writeProducts(guids, caller.accountId)),
  }),
});
