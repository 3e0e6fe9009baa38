import { z } from 'zod';
import { IsoTime, Ok, PlainText, Scope } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { AmountUsd } from './account-access.ts';

export const Label = PlainText.min(1).max(100);
export const AppSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i, 'write letters, digits, ".", "_" and "-", at most 64');
const SessionId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'this is not the id of a sign-in');
const SessionOrCode = SessionId.describe('The session id, or the code that the app shows');
const SignInStatus = z.enum(['pending', 'approved', 'denied', 'expired']);

/** What a person allows an app that signs in by OAuth. */
const GrantTerms = z.object({
  spendingCapUsd: AmountUsd.describe('What it may charge in its whole life; 0: only what is free'),
  asksFirst: z.boolean().describe('Whether a person approves each charge'),
  days: z
    .number()
    .int()
    .min(1)
    .max(limits.oauth.grantDays.max)
    .describe('After how many days it has to sign in again'),
});
export type GrantTerms = z.infer<typeof GrantTerms>;

const PluginSession = z.object({
  ok: Ok,
  status: z.enum(['pending', 'approved', 'denied', 'expired', 'consumed']),
  appSlug: z.string(),
  appName: z.string(),
  appVersion: z.string(),
  pluginFamily: z.string(),
  deviceName: z.string(),
  address: z.string().describe('Network address the request came from'),
  startedAt: IsoTime,
  expiresAt: IsoTime,
  userCode: z.string().describe('Empty where the person has to type it'),
  isElsewhere: z
    .boolean()
    .describe(
      'Whether the app asks from another address than this browser: then the person has to type its code',
    ),
  scopes: z.array(z.object({ scope: Scope, sentence: z.string() })),
  agent: z
    .object({
      client: z.string().nullable().describe('Host that vouches for the app; null: it registered itself'),
      returnsTo: z.string().describe('Host or scheme to which the browser is sent with the answer'),
      terms: GrantTerms.describe('What is granted unless the person changes it'),
    })
    .optional()
    .describe('Of an app that signs in by OAuth and shows no code'),
});
export type PluginSession = z.infer<typeof PluginSession>;

const Decided = z.object({
  ok: Ok,
  status: SignInStatus,
  continueTo: z.string().optional().describe('Where the browser goes now, of an app that signs in by OAuth'),
});
const decision = {
  method: 'POST',
  rate: 'approval',
  audience: ['browser'],
  callers: ['session'],
  params: z.object({ sessionId: SessionOrCode }),
  errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'SESSION_EXPIRED', 'RATE_LIMITED'],
} as const;

export const pluginAuthRoutes = {
  startSignIn: defineRoute({
    method: 'POST',
    path: '/api/apps/auth/start',
    summary: 'Begin a browser-approved sign-in of an app',
    rate: 'signInStart',
    audience: ['plugin'],
    body: z.object({
      appSlug: AppSlug,
      appName: Label,
      appVersion: Label,
      pluginFamily: Label,
      deviceName: Label,
      requestedScopes: z.array(Scope).min(1).max(20),
    }),
    status: 201,
    response: z.object({
      ok: Ok,
      sessionId: z.string(),
      pollToken: z.string(),
      userCode: z.string().describe('Shown by the app and by the approval page; they must be equal'),
      approveUrl: z.string(),
      approveUrlComplete: z.string(),
      expiresAt: IsoTime,
      interval: z.number().describe('Least seconds between two polls'),
    }),
    errors: ['INVALID_INPUT', 'RATE_LIMITED'],
  }),
  pollSignIn: defineRoute({
    method: 'GET',
    path: '/api/apps/auth/poll/{sessionId}',
    summary: 'Ask whether the person has approved; delivers the token exactly once',
    answersOnce: true,
    audience: ['plugin'],
    params: z.object({ sessionId: SessionId }),
    query: z.object({ pollToken: z.string().max(128) }),
    response: z.object({
      ok: Ok,
      status: SignInStatus,
      appToken: z.string().optional(),
      scopes: z.array(Scope).optional(),
      expiresAt: IsoTime.optional(),
      user: z.object({ name: z.string() }).optional(),
    }),
    errors: ['INVALID_INPUT', 'NOT_FOUND', 'SESSION_EXPIRED', 'RATE_LIMITED'],
  }),
  signInRequest: defineRoute({
    method: 'GET',
    path: '/api/apps/auth/session/{sessionId}',
    summary: 'What an app asks for, as the approval page shows it',
    audience: ['browser'],
    callers: ['session'],
    params: z.object({ sessionId: SessionOrCode }),
    response: PluginSession,
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  }),
  approveSignIn: defineRoute({
    ...decision,
    path: '/api/apps/auth/session/{sessionId}/approve',
    summary: 'Approve an app, with the scopes that stay ticked',
    body: z.object({
      scopes: z.array(Scope).max(20),
      userCode: z
        .string()
        .max(40)
        .optional()
        .describe(
          'The code that the app shows, needed where it asks from elsewhere; five wrong ones end the sign-in',
        ),
      terms: GrantTerms.optional().describe('Of an app that signs in by OAuth'),
    }),
    response: Decided,
  }),
  denySignIn: defineRoute({
    ...decision,
    path: '/api/apps/auth/session/{sessionId}/deny',
    summary: 'Deny an app',
    response: Decided,
  }),
};
