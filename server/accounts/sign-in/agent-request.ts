import { z } from 'zod';
import type { GrantTerms } from '../../contract/accounts/plugin-auth.ts';
import { limits } from '../../contract/limits.ts';

/** Authorization request of an app that receives its code at its own address (OAuth). */
const AgentRequest = z.object({
  clientId: z.string(),
  /** Host of the document that describes the app; null if the app registered itself. */
  clientHost: z.string().nullable(),
  redirectUri: z.string(),
  state: z.string().nullable(),
  /** SHA-256 of the app's verifier (RFC 7636). */
  challenge: z.string(),
  /** Path of the part of the server that the token is for (RFC 8707); empty for the whole server. */
  resource: z.string(),
});
export type AgentRequest = z.infer<typeof AgentRequest>;

/** Null for an app that polls. */
export const readAgentRequest = (kept: string | null): AgentRequest | null =>
  kept === null ? null : AgentRequest.parse(JSON.parse(kept));

const { spendingCapUsd, grantDays } = limits.oauth;
export const usualTerms: GrantTerms = { spendingCapUsd, asksFirst: true, days: grantDays.usual };

type Answer = { readonly code: string } | { readonly error: string; readonly error_description?: string };

/** The app's return address with the result; `issuer` identifies us (RFC 9207). */
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

/** Display name of where the browser is sent. */
export function nameReturnAddress(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
