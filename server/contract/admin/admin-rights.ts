import { z } from 'zod';
import { Email } from '../accounts/accounts.ts';
import { Ok, PlainText } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { admin, adminErrors } from './admin-accounts.ts';

const { rights: most } = limits;
const GroupName = PlainText.min(1).max(100);

/** What a right allows; each includes the previous ones. */
export const mays = ['see', 'download', 'edit'] as const;
export type May = (typeof mays)[number];

const Group = z.object({
  name: GroupName,
  members: z.array(Email).max(most.members).describe('E-mail addresses of accounts'),
});
const RightFields = z.object({
  root: PlainText.min(1)
    .max(1000)
    .optional()
    .describe('A folder of the library (/ for all of it), or the address of a file host'),
  category: PlainText.min(1).max(200).optional().describe('Its name'),
  collection: z.string().min(1).max(128).optional().describe('The id of a collection of an admin'),
  group: GroupName,
  may: z.enum(mays),
});
const Right = RightFields.refine(
  ({ root, category, collection }) =>
    [root, category, collection].filter((one) => one !== undefined).length === 1,
  'Name one folder, one category or one collection',
);
export type Right = z.infer<typeof Right>;

const Tag = z.string().max(64).describe('Identifies this list; a new list must be based on the latest');
const groups = z.array(Group).max(most.groups);
const rights = z.array(Right).max(most.rights);
const isSaved = z.boolean().describe('False if the list has been changed since');
const ListedGroup = Group.extend({
  members: z.array(z.string()),
  fromCompany: z.number().int().describe('People in it by company sign-in'),
});
const Lists = {
  rights: z.array(
    RightFields.extend({ models: z.number().int().describe('Models there now; 0 may be a misspelt name') }),
  ),
  tag: Tag,
  collections: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Those that rights may name: of admins'),
};

/** Who may see, download and edit what. Without any rights, everyone may see and download everything. */
export const adminRightRoutes = {
  adminGroups: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/groups',
    summary: 'Groups of people',
    response: z.object({ ok: Ok, groups: z.array(ListedGroup), tag: Tag }),
    errors: adminErrors,
  }),
  adminSetGroups: defineRoute({
    ...admin,
    method: 'PUT',
    path: '/api/admin/groups',
    summary: 'Save all groups; a group of a right cannot be left out',
    body: z.object({ groups, basedOn: Tag }),
    bodyBytes: most.bodyBytes,
    response: z.object({ ok: Ok, isSaved, groups: z.array(ListedGroup), tag: Tag }),
    errors: adminErrors,
  }),
  adminRights: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/rights',
    summary: 'What only some groups may see, download or edit',
    response: z.object({ ok: Ok, ...Lists }),
    errors: adminErrors,
  }),
  adminSetRights: defineRoute({
    ...admin,
    method: 'PUT',
    path: '/api/admin/rights',
    summary: 'Save all rights; they apply at once',
    body: z.object({ rights, basedOn: Tag }),
    bodyBytes: most.bodyBytes,
    response: z.object({ ok: Ok, isSaved, ...Lists }),
    errors: adminErrors,
  }),
};
