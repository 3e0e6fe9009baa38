import { z } from 'zod';
import { IsoTime, Ok, PlainText, Scope, Usd } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { Password } from './accounts.ts';

const isWholeCents = (usd: number) => Math.abs(usd * 100 - Math.round(usd * 100)) < 1e-6;

/** An amount that a person enters, in whole cents. */
export const AmountUsd = z
  .number()
  .min(0)
  .max(limits.amountUsd)
  .refine(isWholeCents, 'Write dollars and whole cents, like 12.50')
  .describe('US dollars and whole cents');

const endOfTime = Date.UTC(9999, 0);

export const TokenId = z.string().min(1).max(128);

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('How the key begins; the key itself is shown once'),
  createdAt: IsoTime,
  expiresAt: IsoTime.nullable().describe('null: never'),
  spendingCapUsd: Usd.nullable().describe('What it may charge in its whole life; null: no cap'),
  spentUsd: Usd.describe('What it has charged'),
  asksFirst: z.boolean().describe('Whether a person approves each charge'),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const ConnectedApp = z.object({
  id: z.string(),
  name: z.string(),
  appSlug: z.string(),
  appName: z.string(),
  appVersion: z.string(),
  pluginFamily: z.string(),
  deviceName: z.string(),
  scopes: z.array(Scope),
  createdAt: IsoTime,
  expiresAt: IsoTime,
});
export type ConnectedApp = z.infer<typeof ConnectedApp>;

export const userOnly = { audience: ['agent', 'browser'], callers: ['user', 'session'] } as const;
const guarded = ['UNAUTHENTICATED', 'FORBIDDEN'] as const;

/** Manages what else may act for an account: API keys and connected apps. */
export const accountAccessRoutes = {
  changePassword: defineRoute({
    ...userOnly,
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change the password; every other token and session of the account ends',
    rate: 'accountChange',
    body: z.object({ oldPassword: z.string().min(1).max(limits.password.max), newPassword: Password }),
    response: z.object({ ok: Ok, revoked: z.number().int().describe('Tokens and sessions that ended') }),
    errors: [...guarded, 'INVALID_INPUT', 'RATE_LIMITED'],
  }),
  apiKeys: defineRoute({
    ...userOnly,
    method: 'GET',
    path: '/api/account/api-keys',
    summary: 'The API keys of this account, newest first',
    response: z.object({ ok: Ok, apiKeys: z.array(ApiKey) }),
    errors: guarded,
  }),
  createApiKey: defineRoute({
    ...userOnly,
    method: 'POST',
    path: '/api/account/api-keys',
    summary: 'Make an API key; it is shown this once',
    rate: 'accountChange',
    body: z.object({
      name: PlainText.min(1).max(100),
      spendingCapUsd: AmountUsd.nullish().describe('What it may charge in its whole life; absent: no cap'),
      expiresAt: z.iso
        .datetime({ offset: true, error: 'Write a time like 2030-01-31T12:00:00Z' })
        .refine((time) => !(Date.parse(time) >= endOfTime), 'Write a time before the year 9999, or none')
        .nullish()
        .describe('From when it is refused; absent: never'),
      asksFirst: z.boolean().optional().describe('Charge only what a person approves, each time'),
    }),
    status: 201,
    response: ApiKey.extend({
      ok: Ok,
      apiKey: z.string().describe('The key: keep it, it is not shown again'),
    }),
    errors: [...guarded, 'INVALID_INPUT', 'RATE_LIMITED'],
  }),
  revokeApiKey: defineRoute({
    ...userOnly,
    method: 'DELETE',
    path: '/api/account/api-keys/{keyId}',
    summary: 'Revoke an API key; acts on the next call',
    params: z.object({ keyId: TokenId }),
    status: 204,
    response: z.null(),
    errors: [...guarded, 'NOT_FOUND', 'INVALID_INPUT'],
  }),
  apps: defineRoute({
    ...userOnly,
    method: 'GET',
    path: '/api/account/apps',
    summary: 'The apps that were approved for this account, newest first',
    response: z.object({ ok: Ok, apps: z.array(ConnectedApp) }),
    errors: guarded,
  }),
  revokeApp: defineRoute({
    ...userOnly,
    method: 'DELETE',
    path: '/api/account/apps/{appId}',
    summary: 'Revoke an app; acts on the next call',
    params: z.object({ appId: TokenId }),
    status: 204,
    response: z.null(),
    errors: [...guarded, 'NOT_FOUND', 'INVALID_INPUT'],
  }),
};
