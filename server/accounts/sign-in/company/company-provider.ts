import * as oidc from 'openid-client';
import type { CompanyProvider } from '../../../config/company-settings.ts';
import { createLogoutReader } from './back-channel.ts';
import { CompanyRefusal } from './company-refusal.ts';

/** Values that a user must bring back from the provider. */
type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** A user, as asserted by the provider. */
export type CompanyClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
  /** The provider's ID of the session; null if it sends none. */
  readonly session: string | null;
};

const scope = 'openid email profile';
/** Seconds that the provider has to answer. */
const timeout = 10;
/** Milliseconds for which the provider's keys and addresses are cached. */
const freshFor = 60 * 60 * 1000;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const listOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

/** Talks to the provider with openid-client: discovery, PKCE (S256), state, nonce, and `iss` if supported. */
export function createCompanyProvider({ issuer, clientId, clientSecret, groupsClaim }: CompanyProvider) {
  let known: { readonly at: number; readonly configuration: Promise<oidc.Configuration> } | null = null;

  /** Sends the secret as a form field, unless the provider accepts only a header. */
  const authenticate: oidc.ClientAuth = (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = [] } = server;
    const isHeaderOnly = methods.length > 0 && !methods.includes('client_secret_post');
    const show = isHeaderOnly ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    show(clientSecret)(server, ...rest);
  };
  const discover = () => {
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(new URL(issuer), clientId, clientSecret, authenticate, { execute, timeout });
  };
  const configure = (): Promise<oidc.Configuration> => {
    if (known !== null && performance.now() - known.at < freshFor) return known.configuration;
    const asked = { at: performance.now(), configuration: discover() };
    known = asked;
    asked.configuration.catch(() => {
      if (known === asked) known = null; // the next user retries
    });
    return asked.configuration;
  };

  const metadata = async () => (await configure()).serverMetadata();

  return {
    /** Whose sessions a logout token ends. Throws for an invalid token. */
    readLogout: createLogoutReader({ metadata, clientId }),
    /** Where the user signs in. Throws CompanyRefusal if the provider cannot be reached. */
    async begin(redirectUri: string): Promise<{ readonly url: URL; readonly checks: Checks }> {
      const verifier = oidc.randomPKCECodeVerifier();
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
      try {
        const url = oidc.buildAuthorizationUrl(await configure(), {
          ...{ redirect_uri: redirectUri, scope, state: checks.state, nonce: checks.nonce },
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url, checks };
      } catch (cause) {
        throw new CompanyRefusal('provider', { cause });
      }
    },
    /** Where the user signs out, returning to `returnTo`; null if the provider has no such page. */
    async end(returnTo: string): Promise<URL | null> {
      const configuration = await configure();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo });
    },
    /** The user who returned to `answer`. Throws CompanyRefusal if the user declined or the answer is invalid. */
    async finish(answer: URL, checks: Checks): Promise<CompanyClaims> {
      if (answer.searchParams.get('error') === 'access_denied') throw new CompanyRefusal('denied');
      try {
        const configuration = await configure();
        const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
          ...{ expectedState: checks.state, expectedNonce: checks.nonce },
          ...{ pkceCodeVerifier: checks.verifier, idTokenExpected: true },
        });
        const token = tokens.claims();
        if (token === undefined) throw new Error('The provider sent no ID token.');
        const isTold = textOf(token.email) !== null && token[groupsClaim] !== undefined;
        const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
        const more =
          isTold || hasMore === undefined
            ? {}
            : await oidc.fetchUserInfo(configuration, tokens.access_token, token.sub);
        const claims: Readonly<Record<string, unknown>> = { ...more, ...token };
        return {
          ...{ issuer: token.iss, subject: token.sub, email: textOf(claims.email) },
          isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
          name: textOf(claims.name) ?? textOf(claims.preferred_username),
          groups: listOf(claims[groupsClaim]),
          session: textOf(token.sid),
        };
      } catch (cause) {
        throw new CompanyRefusal('provider', { cause });
      }
    },
  };
}
