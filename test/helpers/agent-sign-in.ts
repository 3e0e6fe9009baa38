import * as client from 'openid-client';
import { signInBrowser } from './browser-session.ts';
import { registerPerson, type TestServer } from './test-server.ts';

export type Terms = {
  readonly spendingCapUsd: number;
  readonly asksFirst: boolean;
  readonly days: number;
};
export const returnAddress = 'http://127.0.0.1:53682/callback';

/** A person in a browser who follows an app's address to the approval page and decides there. */
export async function openPerson(server: TestServer) {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const follow = async (authorizationUrl: URL) => {
    const { status, headers } = await fetch(authorizationUrl, { redirect: 'manual' });
    const page = new URL(headers.get('location') ?? 'missing:', server.baseUrl);
    return { status, page, sessionId: page.pathname.split('/').at(-1) ?? '' };
  };
  return {
    ...person,
    baseUrl: server.baseUrl,
    browser,
    follow,
    /** Answers where the browser is sent afterwards. */
    async approve(authorizationUrl: URL, terms?: Terms) {
      const { sessionId } = await follow(authorizationUrl);
      const { body: asked } = await server.call('signInRequest', { sessionId }, browser);
      const scopes = asked.scopes.map(({ scope }) => scope);
      const { body } = await server.call(
        'approveSignIn',
        { sessionId, scopes, ...(terms && { terms }) },
        browser,
      );
      return new URL(body.continueTo ?? 'missing:');
    },
  };
}

/** What the official SDKs ask of an app that signs in; it keeps everything in memory. */
export function createAgentStore<Registered, Tokens>(redirectUrl = returnAddress) {
  const kept: { client?: Registered; tokens?: Tokens; verifier?: string; asked?: URL } = {};
  return {
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: 'Test agent',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-this-test',
    clientInformation: () => kept.client,
    saveClientInformation(client: Registered) {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: Tokens) {
      kept.tokens = tokens;
    },
    redirectToAuthorization(url: URL) {
      kept.asked = url;
    },
    saveCodeVerifier(verifier: string) {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
}

/** An app that openid-client, which judges every answer by the standards, signs in for a person. */
export async function signInAgent(
  person: Awaited<ReturnType<typeof openPerson>>,
  terms: Terms,
  resource?: string,
) {
  const settings = await client.dynamicClientRegistration(
    new URL(person.baseUrl),
    { client_name: 'Studio bot', redirect_uris: [returnAddress] },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(settings, {
    ...{ redirect_uri: returnAddress, scope: 'download:direct', state: 'abc' },
    ...{ code_challenge_method: 'S256', ...(resource !== undefined && { resource }) },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
  });
  const back = await person.approve(url, terms);
  const finish = () =>
    client.authorizationCodeGrant(settings, back, { pkceCodeVerifier: verifier, expectedState: 'abc' });
  const [sessionId] = (back.searchParams.get('code') ?? '').split('.');
  return { person, settings, sessionId, tokens: await finish(), finish };
}
