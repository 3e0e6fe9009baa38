import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';

/** Whose sessions end, as the provider names them: a user, one session, or both. */
export type LoggedOut = {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
};

type Provider = {
  /** From the provider's configuration. */
  readonly metadata: () => Promise<{ readonly issuer: string; readonly jwks_uri?: string | undefined }>;
  readonly clientId: string;
};

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout token in seconds. */
const longest = 300;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The names in a token that OpenID Connect Back-Channel Logout 1.0 (section 2.6) accepts. Throws for any other. */
function readNames({ sub, sid, events, nonce }: JWTPayload) {
  if (!isObject(events) || !isObject(events[event])) throw new Error('The token is about no logout.');
  if (nonce !== undefined) throw new Error('A logout token has no nonce.');
  const subject = sub ?? null;
  const session = typeof sid === 'string' ? sid : null;
  if (subject === null && session === null)
    throw new Error('The token names neither a person nor a session.');
  return { subject, session };
}

/** Verifies a provider's logout tokens; each counts once. */
export function createLogoutReader({ metadata, clientId }: Provider) {
  let keys: { readonly address: string; readonly find: ReturnType<typeof createRemoteJWKSet> } | null = null;
  const seen = new Map<string, number>();
  const takeOnce = (jti: string, now: number) => {
    for (const [known, until] of seen) if (until < now) seen.delete(known);
    if (seen.has(jti)) throw new Error('The token was used before.');
    seen.set(jti, now + 2 * longest * 1000);
  };

  return async (token: string): Promise<LoggedOut> => {
    const { issuer, jwks_uri: address } = await metadata();
    if (address === undefined) throw new Error('The provider names no keys.');
    if (keys?.address !== address) keys = { address, find: createRemoteJWKSet(new URL(address)) };
    const { payload } = await jwtVerify(token, keys.find, {
      ...{ issuer, audience: clientId, maxTokenAge: longest, clockTolerance: 30 },
      requiredClaims: ['iat', 'jti', 'events'],
    });
    const named = readNames(payload);
    takeOnce(String(payload.jti), Date.now());
    return { issuer, ...named };
  };
}
