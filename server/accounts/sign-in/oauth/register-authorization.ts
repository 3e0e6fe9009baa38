import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toIso } from '../../../base/clock.ts';
import type { Core } from '../../../base/core.ts';
import type { Storage } from '../../../base/data-folder/storage.ts';
import type { RouteRates } from '../../../base/http/route-rates.ts';
import { AppSlug } from '../../../contract/accounts/plugin-auth.ts';
import { type AgentRequest, nameReturnAddress, toReturnAddress } from '../agent-request.ts';
import type { PluginSignIn } from '../plugin-sign-in.ts';
import type { OauthClient, OauthClients } from './oauth-clients.ts';
import { handleOauthErrors, OauthError } from './oauth-error.ts';
import { noStore, readResource, readScopes } from './oauth-forms.ts';
import { oauthPaths } from './oauth-metadata.ts';
import { isRegistered } from './return-addresses.ts';

type Parts = Pick<Core, 'addresses' | 'clock'> & {
  readonly clients: OauthClients;
  readonly signIn: PluginSignIn;
  readonly rates: RouteRates;
  readonly storage: Pick<Storage, 'admit' | 'explain'>;
};

const challengeForm = /^[A-Za-z0-9_-]{43}$/;

function readQuery(request: FastifyRequest) {
  const query = new URL(request.url, 'http://here').searchParams;
  return (name: string) => (query.getAll(name).length === 1 ? query.get(name) || null : null);
}
type Read = ReturnType<typeof readQuery>;

/** The app's request. Throws errors that are sent to its return address. */
function readWish(read: Read, base: string) {
  if (read('response_type') !== 'code')
    throw new OauthError('unsupported_response_type', 'The only response_type here is code.');
  const challenge = read('code_challenge') ?? '';
  if (read('code_challenge_method') !== 'S256' || !challengeForm.test(challenge))
    throw new OauthError(
      'invalid_request',
      'Send code_challenge with code_challenge_method S256 (RFC 7636).',
    );
  const resource = readResource(read('resource'), base) ?? '';
  return {
    challenge,
    resource,
    requestedScopes: readScopes(read('scope') ?? 'download:direct balance:read'),
  };
}

/** The app's description for the approval page and the list of apps. */
function describe({ name, host }: OauthClient, redirectUri: string) {
  const slug = AppSlug.safeParse(host ?? 'registered');
  return {
    ...{ appName: name, appVersion: '', pluginFamily: 'oauth' },
    appSlug: slug.success ? slug.data : 'registered',
    deviceName: nameReturnAddress(redirectUri),
  };
}

/** Sends users of apps with a return address to the approval page (OAuth 2.1), and lets such apps register. */
export async function registerAuthorization(app: FastifyInstance, parts: Parts) {
  const { clients, signIn, addresses, rates, clock, storage } = parts;
  handleOauthErrors(app, { storage, rates });

  app.get(oauthPaths.authorize, async (request, reply) => {
    await rates.count('signInStart', { request, reply, caller: null });
    await storage.admit();
    const read = readQuery(request);
    const client = await clients.find(read('client_id') ?? '');
    const only = client?.returnAddresses.length === 1 ? client.returnAddresses[0] : undefined;
    const redirectUri = read('redirect_uri') ?? only ?? '';
    if (client === null || !isRegistered(redirectUri, client.returnAddresses)) return refuse(reply, client);
    const state = read('state');
    const sendBack = (error: OauthError) =>
      toReturnAddress({ redirectUri, state }, addresses.base(), {
        error: error.error,
        error_description: error.message,
      });
    try {
      const { challenge, resource, requestedScopes } = readWish(read, addresses.base());
      const asked: AgentRequest = {
        clientId: client.id,
        clientHost: client.host,
        redirectUri,
        state,
        challenge,
        resource,
      };
      const started = await signIn.start({
        ...describe(client, redirectUri),
        ...{ requestedScopes, address: request.ip, request: JSON.stringify(asked) },
      });
      return reply.headers(noStore).redirect(started.approveUrl);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      return reply.headers(noStore).redirect(sendBack(error));
    }
  });

  app.post(oauthPaths.register, async (request, reply) => {
    await rates.count('signInStart', { request, reply, caller: null });
    const client = clients.register(request.body);
    return reply
      .headers(noStore)
      .code(201)
      .send({
        client_id: client.id,
        client_id_issued_at: Math.floor(Date.parse(toIso(clock())) / 1000),
        client_name: client.name,
        redirect_uris: client.returnAddresses,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
  });
}

/** Shows the error in the browser: the return address may not belong to the app. */
function refuse(reply: FastifyReply, client: OauthClient | null) {
  const why =
    client === null
      ? 'This server does not know the app that sent you here, or could not read what the app says about itself.'
      : `"${client.name}" asked to be answered at an address that it did not register.`;
  return reply
    .headers(noStore)
    .code(400)
    .type('text/plain; charset=utf-8')
    .send(`${why} Start again in the app.\n`);
}
