import { z } from 'zod';
import { Guid, IsoTime, Ok, PageQuery, PlainText, pageShape, Usd, WireSentence } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { AdminId, admin, adminAccountRoutes, adminErrors } from './admin-accounts.ts';
import { adminBackupRoutes } from './admin-backups.ts';
import { adminDuplicateRoutes } from './admin-duplicates.ts';
import { adminLibraryRoutes } from './admin-library.ts';
import { adminModelRoutes } from './admin-models.ts';
import { adminPublishRoutes } from './admin-publishing.ts';
import { adminRightRoutes } from './admin-rights.ts';
import { adminSourceRoutes } from './admin-sources.ts';
import { adminSynonymRoutes } from './admin-synonyms.ts';
import { adminUsageRoutes } from './admin-usage.ts';

const Invitation = z.object({
  id: z.string(),
  prefix: z.string().describe('How the code begins; the code itself is shown once'),
  note: z.string(),
  madeAt: IsoTime,
  expiresAt: IsoTime,
  usedAt: IsoTime.nullable(),
  usedByEmail: z.string().nullable(),
});

export const AdminAction = z.object({
  id: z.string(),
  at: IsoTime,
  adminEmail: z.string().nullable().describe('Who did it; null: the command line'),
  action: z.string(),
  accountEmail: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AdminAction = z.infer<typeof AdminAction>;

const Registration = z.enum(['open', 'invite', 'closed']).describe('Who may create an account');
const Jobs = z.object({
  waiting: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  none: z.number().int().describe('Models for which there is nothing to do'),
});

const ProblemKind = z.string().max(40);

const FollowedHost = z.object({
  url: z.string(),
  isKnown: z.boolean().describe('Whether it has answered yet'),
  models: z.number().int().describe('Models of the catalogue that come from it'),
  mirrors: z.number().int().describe('Models that come from another host, and that it has too'),
  cursor: z.number().int().describe('How far its change feed was applied'),
  problems: z.number().int(),
  trouble: z.string().nullable().describe('Why it is not read now; null while all is well'),
  sentence: WireSentence.optional().describe('The same for translation, where it has values'),
});

const Problem = z.object({
  path: z.string().describe('Relative to the library'),
  kind: ProblemKind,
  reason: z.string(),
  sentence: WireSentence.optional().describe('The reason for translation, where it has values'),
  foundAt: IsoTime.describe('When it was first seen; scans that find it again do not change this'),
});
const ProblemGroup = z.object({
  id: z.string().describe('Names the group while it is of the same kind'),
  place: z
    .string()
    .describe('The model, folder or file host that is concerned; of several, the folder around them'),
  count: z.number().int().describe('How many models, folders or files have the same problem'),
  ending: z.string().describe('How the names of these files end, without the dot; empty if they differ'),
  title: z.string().nullable().describe('Title of the model, if it is in the catalogue'),
  guid: Guid.nullable(),
  kind: ProblemKind.describe('The gravest of its problems'),
  advice: z.string().nullable().describe('Advice about its problems; null if there is none'),
  firstSeenAt: IsoTime,
  problems: z.array(Problem).describe('Without those that follow from another one; of many, the first 1,000'),
});
export type ProblemGroup = z.infer<typeof ProblemGroup>;

export const adminRoutes = {
  ...adminAccountRoutes,
  ...adminLibraryRoutes,
  ...adminModelRoutes,
  ...adminDuplicateRoutes,
  ...adminPublishRoutes,
  ...adminRightRoutes,
  ...adminSourceRoutes,
  ...adminSynonymRoutes,
  ...adminUsageRoutes,
  ...adminBackupRoutes,
  adminInvitations: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/invitations',
    summary: 'Invitations, newest first',
    query: PageQuery,
    response: z.object({ ok: Ok, invitations: z.array(Invitation), ...pageShape }),
    errors: adminErrors,
  }),
  adminInvite: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/invitations',
    summary: 'Create a one-use invitation; only this answer shows its code',
    body: z.object({
      note: PlainText.max(200).optional().describe('For whom'),
      days: z
        .number()
        .int()
        .min(1)
        .max(limits.invitation.maxDays)
        .optional()
        .describe(`Until when it holds; default ${limits.invitation.defaultDays}`),
    }),
    status: 201,
    response: z.object({ ok: Ok, invitation: Invitation, inviteCode: z.string() }),
    errors: adminErrors,
  }),
  adminRevokeInvitation: defineRoute({
    ...admin,
    method: 'DELETE',
    path: '/api/admin/invitations/{invitationId}',
    summary: 'Revoke an unused invitation',
    params: z.object({ invitationId: AdminId }),
    status: 204,
    response: z.null(),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminSetRegistration: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/registration',
    summary: 'Set who may create an account, if LODESTOCK_REGISTRATION is not set',
    body: z.object({ registration: Registration }),
    response: z.object({ ok: Ok }),
    errors: adminErrors,
  }),
  adminProblems: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/problems',
    summary:
      'Problems of the library and of followed file hosts, latest first; those that are alike are one group',
    query: PageQuery.extend({
      kind: ProblemKind.optional().describe('Only problems of this kind'),
      state: z.enum(['open', 'passed']).optional().describe('passed: those that an admin passed over'),
    }),
    response: z.object({
      ok: Ok,
      groups: z.array(ProblemGroup),
      kinds: z
        .array(z.object({ kind: ProblemKind, count: z.number().int() }))
        .describe('How many models, folders and hosts have problems of each kind, without the filter'),
      ...pageShape,
    }),
    errors: adminErrors,
  }),
  adminPassProblems: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/problems/pass',
    summary: 'Pass over a group of problems until they change, or list it again',
    body: z.object({ id: z.string().max(limits.relativePathLength), isPassed: z.boolean() }),
    response: z.object({ ok: Ok, problems: z.number().int().describe('0 if the group is gone') }),
    errors: adminErrors,
  }),
  adminActions: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/actions',
    summary: 'What admins did, newest first',
    query: PageQuery.extend({
      accountId: AdminId.optional().describe('Only actions on this account'),
      guid: Guid.optional().describe('Only actions on this model'),
    }),
    response: z.object({ ok: Ok, actions: z.array(AdminAction), ...pageShape }),
    errors: adminErrors,
  }),
  adminStatus: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/status',
    summary: 'Server status: library, jobs, hosts, accounts',
    response: z.object({
      ok: Ok,
      startedAt: IsoTime,
      lastBackupAt: IsoTime.nullable().describe('Made by an admin or by the command; null: never'),
      role: z.string(),
      registration: Registration,
      isRegistrationFixed: z.boolean().describe('Whether LODESTOCK_REGISTRATION says so'),
      library: z.object({
        folder: z.string().nullable().describe('On the server; null: a site has none of its own'),
        isDemo: z.boolean().describe('Whether it has the models that come with Lodestock'),
        isReady: z.boolean(),
        isScanning: z.boolean(),
        lastScanAt: IsoTime.nullable().describe('When all of it was last looked through'),
        done: z.number().int().describe('Folders or models read so far'),
        total: z.number().int().describe('Folders or models found'),
        warnings: z.array(z.string()).describe('What an admin should look at, as sentences'),
        sentences: z.array(WireSentence).describe('Warnings with values, for translation'),
      }),
      jobs: z.object({ poster: Jobs, level: Jobs, asset: Jobs, colour: Jobs, shape: Jobs, embedding: Jobs }),
      hosts: z.array(FollowedHost).describe('The file hosts that this site follows'),
      models: z.number().int(),
      files: z.number().int(),
      filesBytes: z.number().int(),
      problems: z.number().int(),
      accounts: z.number().int(),
      disabledAccounts: z.number().int(),
      unlocks: z.number().int(),
      balancesUsd: Usd.describe('The sum of all balances'),
      databaseBytes: z.number().int(),
    }),
    errors: adminErrors,
  }),
};
