import { z } from 'zod';
import type { GrantTerms } from '../../contract/accounts/plugin-auth.ts';
import { limits } from '../../contract/limits.ts';

/** What an app asked that gets its answer at an address of its own (OAuth's authorization code). */
const AgentRequest = z.object({
  clientId: z.string(),
  /** Host whose document describes the app; null: the app registered itself. */
  clientHost: z.string().nullable(),
  redirectUri: z.string(),
  state: z.string().nullable(),
  /** SHA-256 of the app's verifier (RFC 7636). */
  challenge: z.string(),
  /** Path of the part of the server that the token is for (RFC 8707); empty: the whole server. */
  resource: z.string(),
});
export type AgentRequest = z.infer<typeof AgentRequest>;

/** null for an app that polls. */
export const readAgentRequest = (kept: string | null): AgentRequest | null =>
  kept === null ? null : AgentRequest.parse(JSON.parse(kept));

const { spendingCapUsd, grantDays } = limits.oauth;
export const usualTerms: GrantTerms = { spendingCapUsd, asksFirst: true, days: grantDays.usual };

type Answer = { readonly code: string } | { readonly error: string; readonly error_description?: string };

/** The app's address with an answer for it; `issuer` says whose it is (RFC 9207). */
export function toReturnAddress(
  { redirectUri, state }: Pick<AgentRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Answer,
): string {
  const url = new URL(redirectUri);
  const all = { ...answer, iss: issuer, ...(state !== null && { state }) };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

/** Where the browser is sent, as a person reads it. */
export function nameReturnAddress(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
