import { z } from 'zod';
import { Guid, Ok, PageQuery, pageShape } from '../common.ts';
import { defineRoute } from '../define.ts';
import { admin, adminErrors } from './admin-accounts.ts';
import { AdminModel } from './admin-models.ts';

const Group = z.object({
  kind: z
    .enum(['same', 'family'])
    .describe('same: copies; family: other textures, or only some topologies in common'),
  models: z.array(AdminModel).describe('The longest known first, at most 24'),
  why: z.string().describe('Why they are listed together, for a person to read'),
});
export type DuplicateGroup = z.infer<typeof Group>;

/** Models of this server's library with the same shape. */
export const adminDuplicateRoutes = {
  adminDuplicates: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/duplicates',
    summary: 'Models of the same shape, whatever their formats, folders, positions and units',
    query: PageQuery.extend({
      state: z
        .enum(['open', 'dismissed'])
        .optional()
        .describe('dismissed: those that an admin said are not the same'),
    }),
    response: z.object({ ok: Ok, groups: z.array(Group), ...pageShape }),
    errors: adminErrors,
  }),
  adminJoinDuplicates: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/duplicates/join',
    summary: 'Make one model of models of the same shape: the first one stays, and no file is deleted',
    body: z.object({ guids: z.array(Guid).min(2).max(24) }),
    response: z.object({
      ok: Ok,
      hidden: z
        .array(Guid)
        .describe(
          'Models in other folders, which left the catalogue; empty where the files became one model',
        ),
    }),
    errors: [...adminErrors, 'MODEL_NOT_FOUND'],
  }),
  adminDismissDuplicates: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/duplicates/dismiss',
    summary: 'Leave out a group that is not the same until another model joins it, or list it again',
    body: z.object({
      guids: z.array(Guid).min(2).max(24).describe('All models of the group, as listed'),
      isDismissed: z.boolean().optional().describe('Default true'),
    }),
    response: z.object({ ok: Ok }),
    errors: adminErrors,
  }),
};
