import { z } from 'zod';
import { Guid, IsoTime, Ok, PageQuery, PlainText, pageShape, Usd } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';

export const Email = PlainText.toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'Write an e-mail address like name@example.org');
export const Password = z
  .string()
  .min(limits.password.min, `Use at least ${limits.password.min} characters`)
  .max(limits.password.max);
export const Name = PlainText.min(1).max(100);

/** Members find and download models; publishers also publish them; admins may do everything. */
const AccountRole = z.enum(['admin', 'publisher', 'member']);
/** A role as given to an account; `toRole` maps it to one of ours. */
export const GivenRole = z
  .enum([...AccountRole.options, 'artist'])
  .describe('artist is another word for member');
export const toRole = (given: z.infer<typeof GivenRole>) => (given === 'artist' ? 'member' : given);

export const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: AccountRole,
});
export type User = z.infer<typeof User>;

const TokenAnswer = z.object({
  ok: Ok,
  token: z.string(),
  tokenType: z.literal('Bearer'),
  expiresAt: IsoTime,
  user: User,
  balanceUsd: Usd,
});

const SessionAnswer = z.object({
  ok: Ok,
  user: User.nullable(),
  balanceUsd: Usd.nullable().describe('null while signed out, or if models have no prices'),
  csrfToken: z.string().nullable().describe('Send as X-CSRF-Token with every change'),
  registration: z
    .enum(['open', 'invite', 'closed'])
    .optional()
    .describe('Who may create an account; only while signed out'),
  companySignIn: z
    .boolean()
    .optional()
    .describe('Whether a company provider signs people in, at /auth/oidc; only while signed out'),
  passwords: z
    .enum(['on', 'admins', 'off'])
    .optional()
    .describe('Who may sign in with a password; only while signed out'),
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;

const Credentials = z.object({
  email: Email,
  password: z.string().min(1).max(limits.password.max),
  name: Name.optional().describe('What the list of sessions calls this sign-in'),
});
const NewAccount = z.object({
  email: Email,
  password: Password,
  name: Name,
  setupCode: z
    .string()
    .max(100)
    .optional()
    .describe('Printed at the first start; needed for the first account from elsewhere'),
  inviteCode: z.string().max(100).optional().describe('Needed where accounts are made by invitation'),
});

const Entitlement = z.object({
  guid: Guid,
  title: z.string(),
  unlockedAt: IsoTime,
  isRemoved: z.boolean().describe('The catalogue has the model no more; the unlock stays'),
});

export const Transaction = z.object({
  id: z.string(),
  guid: Guid.optional(),
  kind: z.enum(['credit', 'debit', 'unlock']),
  amountUsd: Usd,
  balanceUsd: Usd.describe('The balance after it'),
  reason: z.string(),
  tokenId: z.string().optional().describe('The API key, app or sign-in that charged'),
  at: IsoTime,
});
export type Transaction = z.infer<typeof Transaction>;

const ownAccount = {
  audience: ['agent', 'plugin', 'desktop'],
  callers: ['user', 'session', 'plugin', 'apiKey'],
} as const;
const guarded = ['UNAUTHENTICATED', 'FORBIDDEN', 'INSUFFICIENT_SCOPE'] as const;

export const accountRoutes = {
  register: defineRoute({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account and get a user token',
    rate: 'register',
    audience: ['agent'],
    body: NewAccount,
    status: 201,
    response: TokenAnswer,
    errors: ['INVALID_INPUT', 'EMAIL_TAKEN', 'FORBIDDEN', 'RATE_LIMITED'],
  }),
  login: defineRoute({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Get a user token',
    rate: 'login',
    audience: ['agent'],
    body: Credentials,
    response: TokenAnswer,
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Revoke the presented token',
    audience: ['agent', 'plugin'],
    callers: ['user', 'plugin', 'apiKey'],
    response: z.object({ ok: Ok }),
    errors: guarded,
  }),
  account: defineRoute({
    method: 'GET',
    path: '/api/account',
    summary: 'Who is signed in',
    ...ownAccount,
    scopes: ['account:read'],
    response: z.object({ ok: Ok, user: User, balanceUsd: Usd.optional(), scopes: z.array(z.string()) }),
    errors: guarded,
  }),
  balance: defineRoute({
    method: 'GET',
    path: '/api/account/balance',
    summary: 'The balance: the sum of the ledger',
    ...ownAccount,
    scopes: ['balance:read'],
    response: z.object({ ok: Ok, balanceUsd: Usd, hasPrices: z.boolean().optional() }),
    errors: guarded,
  }),
  entitlements: defineRoute({
    method: 'GET',
    path: '/api/account/entitlements',
    summary: 'Unlocked models, newest first',
    query: PageQuery,
    ...ownAccount,
    scopes: ['entitlements:read'],
    response: z.object({ ok: Ok, entitlements: z.array(Entitlement), ...pageShape }),
    errors: [...guarded, 'INVALID_INPUT'],
  }),
  transactions: defineRoute({
    method: 'GET',
    path: '/api/account/transactions',
    summary: 'The ledger of this account, newest first',
    query: PageQuery,
    audience: ['agent', 'browser'],
    callers: ['user', 'session'],
    response: z.object({ ok: Ok, transactions: z.array(Transaction), ...pageShape }),
    errors: [...guarded, 'INVALID_INPUT'],
  }),
  session: defineRoute({
    method: 'GET',
    path: '/api/session',
    summary: "The browser's session",
    audience: ['browser'],
    response: SessionAnswer,
    errors: [],
  }),
  signIn: defineRoute({
    method: 'POST',
    path: '/api/session',
    summary: 'Sign a browser in; sets the session cookie',
    rate: 'login',
    audience: ['browser'],
    body: Credentials,
    response: SessionAnswer,
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'],
  }),
  signUp: defineRoute({
    method: 'POST',
    path: '/api/session/register',
    summary: 'Create an account and sign the browser in',
    rate: 'register',
    audience: ['browser'],
    body: NewAccount,
    status: 201,
    response: SessionAnswer,
    errors: ['INVALID_INPUT', 'EMAIL_TAKEN', 'FORBIDDEN', 'RATE_LIMITED'],
  }),
  signOut: defineRoute({
    method: 'DELETE',
    path: '/api/session',
    summary: 'Sign the browser out',
    audience: ['browser'],
    callers: ['session'],
    response: z.object({ ok: Ok }),
    errors: guarded,
  }),
};
