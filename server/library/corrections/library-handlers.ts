import type { LongQueries } from '../../base/db/long-queries.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Handlers } from '../../base/http/bind.ts';
import { toPage } from '../../base/http/paging.ts';
import type { adminDuplicateRoutes } from '../../contract/admin/admin-duplicates.ts';
import type { adminLibraryRoutes } from '../../contract/admin/admin-library.ts';
import type { adminModelRoutes } from '../../contract/admin/admin-models.ts';
import { createDuplicateHandlers } from './duplicates-admin.ts';
import type { LibraryAdmin } from './library-admin.ts';
import type { ModelsAdmin } from './models-admin.ts';

type LibraryRouteName = keyof typeof adminLibraryRoutes;

export const createLibraryHandlers = (
  { db, longQueries }: { readonly db: Db; readonly longQueries: LongQueries },
  library: LibraryAdmin,
  models: ModelsAdmin,
): Pick<Handlers, LibraryRouteName | keyof typeof adminModelRoutes | keyof typeof adminDuplicateRoutes> => ({
  ...createDuplicateHandlers({ db, longQueries, library, models }),
  adminModels: async ({ query: { limit, offset, ...wish } }) => ({
    ok: true,
    ...(await models.list(wish, toPage({ limit, offset }))),
  }),
  adminHideModels: async ({ body: { isHidden, ...choice }, caller }) => {
    const guids = await models.hide(choice, isHidden, caller.accountId);
    return { ok: true, models: guids.length, guids: [...guids] };
  },
  adminRedrawPosters: async ({ body, caller }) => ({
    ok: true,
    models: await models.redrawPosters(body, caller.accountId),
  }),
  adminRemakeLevels: async ({ body, caller }) => ({
    ok: true,
    models: await models.remakeLevels(body, caller.accountId),
  }),
  adminLibrary: async ({ query: { folder = '', ...query } }) => ({
    ok: true,
    ...(await library.look(folder, toPage(query))),
  }),
  adminScanLibrary: () => {
    library.rescan();
    return { ok: true };
  },
  adminCorrectFolder: async ({ body, caller }) => {
    await library.correct(body, caller.accountId);
    return { ok: true };
  },
  adminEditModels: async ({ body, caller }) => ({
    ok: true,
    ...(await models.edit(body, body, caller.accountId)),
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
  adminSetLevelFormats: ({ body: { formats }, caller }) => {
    library.setLevelFormats(formats, caller.accountId);
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
