import { z } from 'zod';
import { IsoTime, Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { TokenId, userOnly } from './account-access.ts';

export const AccountSession = z.object({
  id: z.string(),
  kind: z.enum(['browser', 'program']).describe('A browser, or a program with a user token'),
  name: z.string().describe('What it called itself when it signed in'),
  address: z.string().nullable().describe('Network address of its last use'),
  createdAt: IsoTime,
  lastUsedAt: IsoTime.nullable().describe('Within some minutes; null: not known'),
  expiresAt: IsoTime,
  isCurrent: z.boolean().describe('Whether it is the one that asks'),
});
export type AccountSession = z.infer<typeof AccountSession>;

const guarded = ['UNAUTHENTICATED', 'FORBIDDEN'] as const;

/** Lists where a person is signed in with the password; API keys and apps have their own lists. */
export const accountSessionRoutes = {
  accountSessions: defineRoute({
    ...userOnly,
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Browsers and programs that signed in with the password, the one that asks first',
    response: z.object({ ok: Ok, sessions: z.array(AccountSession) }),
    errors: guarded,
  }),
  endSession: defineRoute({
    ...userOnly,
    method: 'DELETE',
    path: '/api/account/sessions/{sessionId}',
    summary: 'Sign a browser or program out; acts on the next call',
    rate: 'accountChange',
    params: z.object({ sessionId: TokenId }),
    status: 204,
    response: z.null(),
    errors: [...guarded, 'NOT_FOUND', 'INVALID_INPUT', 'RATE_LIMITED'],
  }),
  endOtherSessions: defineRoute({
    ...userOnly,
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'Sign out everywhere else; API keys and connected apps stay',
    rate: 'accountChange',
    response: z.object({ ok: Ok, ended: z.number().int() }),
    errors: [...guarded, 'RATE_LIMITED'],
  }),
};
