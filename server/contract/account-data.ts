import { z } from 'zod';
import { userOnly } from './accounts/account-access.ts';
import { Transaction, User } from './accounts/accounts.ts';
import { AgentPlan } from './accounts/agent-plans.ts';
import { NoteEntry, OwnNotes } from './accounts/own-notes.ts';
import { SavedSearch } from './accounts/saved-searches.ts';
import { Share } from './accounts/shares.ts';
import { AdminAction } from './admin/admin.ts';
import { Guid, IsoTime, Ok, Usd } from './common.ts';
import { defineRoute } from './define.ts';
import { limits } from './limits.ts';
import { Project, ProjectUse } from './projects.ts';

const StoredToken = z.object({
  id: z.string(),
  kind: z.enum(['browser', 'program', 'app', 'apiKey']),
  name: z.string(),
  prefix: z.string().nullable().describe('How the token begins; the token itself is not stored'),
  scopes: z.array(z.string()),
  app: z.record(z.string(), z.unknown()).nullable().describe('What an app said of itself when it asked'),
  spendingCapUsd: Usd.nullable(),
  asksFirst: z.boolean(),
  createdAt: IsoTime,
  expiresAt: IsoTime,
  lastUsedAt: IsoTime.nullable(),
  lastAddress: z.string().nullable().describe('Network address of its last use'),
});

const ListedModel = z.object({ guid: Guid, addedAt: IsoTime });

/** Everything that the server stores about one account, without the hashes of passwords and tokens. */
export const AccountData = z.object({
  exportedAt: IsoTime,
  account: User.extend({ createdAt: IsoTime }),
  balanceUsd: Usd,
  transactions: z.array(Transaction).describe('The whole ledger of the account, newest first'),
  unlocks: z.array(z.object({ guid: Guid, title: z.string(), unlockedAt: IsoTime })),
  favourites: z.array(ListedModel),
  collections: z.array(z.object({ name: z.string(), madeAt: IsoTime, models: z.array(ListedModel) })),
  savedSearches: z.array(SavedSearch.omit({ id: true })),
  shares: z.array(Share).describe('Links to models and collections that the account made'),
  projects: z.array(Project.omit({ id: true, isOwn: true, mayChange: true, models: true })),
  projectUses: z
    .array(ProjectUse.extend({ project: z.string().describe('Empty: it is not shared any more') }))
    .describe('What is in these projects, and what the account added to those of others'),
  notes: z.array(OwnNotes.omit({ seen: true })).describe('Tags and notes about models, as they are shown'),
  noteEntries: z
    .array(NoteEntry.extend({ changedAt: IsoTime }))
    .describe('The same as each computer wrote it, with what was replaced or taken away since'),
  tokens: z.array(StoredToken).describe('Browsers, programs, connected apps and API keys'),
  publishes: z
    .array(z.object({ guid: Guid, title: z.string(), state: z.string(), at: IsoTime }))
    .describe('Models that the account published, or tried to'),
  uploads: z
    .array(z.object({ relativePath: z.string(), sizeBytes: z.number().int(), expiresAt: IsoTime }))
    .describe('Files that no model was made of yet'),
  agentPlans: z.array(AgentPlan).describe('What agents asked to spend'),
  appSignIns: z
    .array(z.object({ appName: z.string(), deviceName: z.string(), address: z.string(), startedAt: IsoTime }))
    .describe('Apps that asked to sign in lately'),
  signInPlaces: z
    .array(z.object({ address: z.string().nullable(), firstAt: IsoTime, lastAt: IsoTime }))
    .describe('Network addresses, and browsers without one, from which the account signed in'),
  wrongPasswords: z
    .array(z.object({ address: z.string().nullable(), at: IsoTime }))
    .describe('Wrong passwords of the last half hour, by whomever'),
  invitation: z
    .object({ note: z.string(), madeAt: IsoTime, usedAt: IsoTime })
    .nullable()
    .describe('With which the account was made'),
  auditLog: z.array(AdminAction).describe('Admin actions on the account, and its own as an admin'),
});
export type AccountData = z.infer<typeof AccountData>;

const guarded = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'] as const;

export const accountDataRoutes = {
  exportAccount: defineRoute({
    ...userOnly,
    method: 'GET',
    path: '/api/account/export',
    summary: 'Everything stored about this account, as one file',
    rate: 'accountChange',
    response: AccountData.extend({ ok: Ok }),
    errors: guarded,
  }),
  deleteAccount: defineRoute({
    ...userOnly,
    method: 'DELETE',
    path: '/api/account',
    summary: 'Delete this account; its ledger stays, without a name. The last admin cannot',
    rate: 'accountChange',
    body: z.object({ password: z.string().min(1).max(limits.password.max) }),
    status: 204,
    response: z.null(),
    errors: [...guarded, 'INVALID_INPUT'],
  }),
};
