import { z } from 'zod';
import { AdminId, admin, adminAccountRoutes, adminErrors } from './admin-accounts.ts';
import { adminLibraryRoutes } from './admin-library.ts';
import { IsoTime, Ok, PageQuery, PlainText, pageShape, Usd } from './common.ts';
import { defineRoute } from './define.ts';
import { limits } from './limits.ts';

export const Invitation = z.object({
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
  adminEmail: z.string().nullable().describe('null: the command line'),
  action: z.string(),
  accountEmail: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AdminAction = z.infer<typeof AdminAction>;

const ProblemKind = z.string().max(40);

const FollowedHost = z.object({
  url: z.string(),
  isKnown: z.boolean().describe('Whether it has answered yet'),
  models: z.number().int().describe('Models of the catalogue that are its own'),
  cursor: z.number().int().describe('How far its change feed was applied'),
  problems: z.number().int(),
  trouble: z.string().nullable().describe('Why it is not read now; null while all is well'),
});

const Problem = z.object({
  path: z.string().describe('Relative to the library'),
  kind: ProblemKind,
  reason: z.string(),
  foundAt: IsoTime,
});

/** What admins of a server see and change. Every change is written down as an action. */
export const adminRoutes = {
  ...adminAccountRoutes,
  ...adminLibraryRoutes,
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
    summary: 'Make a one-use invitation; its code is shown this once',
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
    summary: 'Revoke an invitation that nobody has used',
    params: z.object({ invitationId: AdminId }),
    status: 204,
    response: z.null(),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminProblems: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/problems',
    summary: 'What is wrong in the library and at followed file hosts',
    query: PageQuery.extend({ kind: ProblemKind.optional().describe('Only problems of this kind') }),
    response: z.object({
      ok: Ok,
      problems: z.array(Problem),
      kinds: z
        .array(z.object({ kind: ProblemKind, count: z.number().int() }))
        .describe('How many there are of each kind, whatever is asked for'),
      ...pageShape,
    }),
    errors: adminErrors,
  }),
  adminActions: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/actions',
    summary: 'What admins did, newest first',
    query: PageQuery.extend({ accountId: AdminId.optional().describe('Only what was done to this account') }),
    response: z.object({ ok: Ok, actions: z.array(AdminAction), ...pageShape }),
    errors: adminErrors,
  }),
  adminStatus: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/status',
    summary: 'How the server is',
    response: z.object({
      ok: Ok,
      startedAt: IsoTime,
      role: z.string(),
      registration: z.enum(['open', 'invite', 'closed']),
      library: z.object({
        isReady: z.boolean(),
        done: z.number().int().describe('Models read so far'),
        total: z.number().int().describe('Models found'),
      }),
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
