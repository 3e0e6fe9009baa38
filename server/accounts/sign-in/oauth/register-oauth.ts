import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Core } from '../../../base/core.ts';
import type { Storage } from '../../../base/data-folder/storage.ts';
import type { RouteRates } from '../../../base/http/route-rates.ts';
import { AppSlug, Label } from '../../../contract/accounts/plugin-auth.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { PluginSignIn, PollAnswer } from '../plugin-sign-in.ts';
import type { Oauth } from './create-oauth.ts';
import { handleOauthErrors, OauthError } from './oauth-error.ts';
import { noStore, readForm, readResource, readScopes, takeForms } from './oauth-forms.ts';
import type { OauthGrants } from './oauth-grants.ts';
import { deviceGrant, grants as grantNames, oauthPaths, registerOauthMetadata } from './oauth-metadata.ts';
import { registerAuthorization } from './register-authorization.ts';

type Parts = Pick<Core, 'addresses' | 'clock'> & {
  readonly signIn: PluginSignIn;
  readonly oauth: Oauth;
  readonly rates: RouteRates;
  readonly storage: Pick<Storage, 'admit' | 'explain'>;
};

/** `client_id` names the app; the other fields are our optional extensions, for the approval page. */
const StartForm = z.object({
  client_id: AppSlug,
  scope: z.string().max(500).optional(),
  app_name: Label.optional(),
  app_version: Label.optional(),
  plugin_family: Label.optional(),
  device_name: Label.optional(),
});
const TokenForm = z.object({
  grant_type: z.string({ error: 'it is missing' }).max(200),
  device_code: z.string().max(300).optional(),
  client_id: z.string().max(8000).optional(),
  code: z.string().max(300).optional(),
  redirect_uri: z.string().max(500).optional(),
  code_verifier: z.string().max(200).optional(),
  refresh_token: z.string().max(300).optional(),
  resource: z.string().max(2000).optional(),
});
type TokenForm = z.output<typeof TokenForm>;

/** A token type hint is allowed but ignored. */
const RevokeForm = z.object({ token: z.string({ error: 'it is missing' }).min(1).max(300) });

/** The plugin sign-in as RFC 8628, for OAuth clients; their metadata has the addresses. */
export async function registerOauth(app: FastifyInstance, parts: Parts) {
  const { signIn, oauth, addresses, rates, clock, storage } = parts;
  const { clients, grants } = oauth;
  await app.register(async (scope) => {
    takeForms(scope);
    handleOauthErrors(scope, { storage, rates });

    scope.post(oauthPaths.start, async (request, reply) => {
      const form = readForm(StartForm, request.body);
      const requestedScopes = readScopes(form.scope);
      await rates.count('signInStart', { request, reply, caller: null });
      await storage.admit();
      const started = await signIn.start({
        appSlug: form.client_id,
        appName: form.app_name ?? form.client_id,
        appVersion: form.app_version ?? 'unknown version',
        pluginFamily: form.plugin_family ?? 'oauth',
        deviceName: form.device_name ?? 'unnamed device',
        requestedScopes,
        address: request.ip,
      });
      return reply.headers(noStore).send({
        device_code: `${started.sessionId}.${started.pollToken}`,
        user_code: started.userCode,
        // Short enough to type; the page asks for the code.
        verification_uri: `${addresses.base()}/approve`,
        verification_uri_complete: started.approveUrlComplete,
        expires_in: limits.signInSession.lifetime / 1000,
        interval: started.interval,
      });
    });

    scope.post(oauthPaths.token, async (request, reply) => {
      const form = readForm(TokenForm, request.body);
      const resource = readResource(form.resource ?? null, addresses.base());
      await storage.admit();
      const granted = clients === null ? null : await grantByApp(grants, form, resource);
      if (granted !== null) return reply.headers(noStore).send(granted);
      if (form.grant_type !== deviceGrant) {
        const names = grantNames(clients !== null).join(', ');
        throw new OauthError('unsupported_grant_type', `The grant types here are ${names}.`);
      }
      const answer = await pollFor(signIn, form, resource ?? '');
      const remaining = Date.parse(answer.expiresAt ?? '') - clock();
      return reply.headers(noStore).send({
        access_token: answer.appToken,
        token_type: 'Bearer',
        expires_in: Math.floor(remaining / 1000),
        scope: answer.scopes?.join(' '),
      });
    });

    // RFC 7009: the holder of a token can revoke it; unknown tokens get the same answer, until there are too many.
    scope.post(oauthPaths.revoke, async (request, reply) => {
      const { token } = readForm(RevokeForm, request.body);
      await storage.admit();
      if (!(await grants.revoke(token))) await rates.count('oauthMistakes', { request, reply, caller: null });
      return reply.headers(noStore).code(200).send();
    });

    registerOauthMetadata(scope, addresses, clients);
  });
  if (clients !== null) await app.register((scope) => registerAuthorization(scope, { ...parts, clients }));
}

/** The token for a code or refresh token; null for other grant types. */
async function grantByApp(grants: OauthGrants, form: TokenForm, resource: string | null) {
  const { code, client_id, redirect_uri, code_verifier, refresh_token } = form;
  if (form.grant_type === 'refresh_token') {
    if (refresh_token !== undefined && client_id !== undefined)
      return grants.refresh({ token: refresh_token, clientId: client_id, resource });
    throw new OauthError('invalid_request', 'Send refresh_token and client_id.');
  }
  if (form.grant_type !== 'authorization_code') return null;
  if (
    code === undefined ||
    client_id === undefined ||
    redirect_uri === undefined ||
    code_verifier === undefined
  )
    throw new OauthError('invalid_request', 'Send code, client_id, redirect_uri and code_verifier.');
  const theirs = { clientId: client_id, redirectUri: redirect_uri, verifier: code_verifier };
  return grants.redeem({ code, ...theirs, resource });
}

/** The approved answer of a poll; otherwise throws the error that RFC 8628 defines. */
async function pollFor(signIn: PluginSignIn, form: TokenForm, resource: string): Promise<PollAnswer> {
  const { device_code, client_id } = form;
  if (device_code === undefined || client_id === undefined) {
    throw new OauthError('invalid_request', 'Send device_code and client_id.');
  }
  const [sessionId = '', pollToken = ''] = device_code.split('.');
  const answer = await asOauth(async () => {
    if ((await signIn.appOf(sessionId)) !== client_id) throw invalidGrant();
    return signIn.poll(sessionId, pollToken, resource);
  });
  if (answer.status === 'approved') return answer;
  if (answer.status === 'pending') {
    throw new OauthError(
      'authorization_pending',
      'The person has not decided yet. Ask again after the interval.',
    );
  }
  if (answer.status === 'denied') throw new OauthError('access_denied', 'The person denied this sign-in.');
  throw new OauthError('expired_token', 'This sign-in has expired. Start a new one.');
}

const invalidGrant = () =>
  new OauthError(
    'invalid_grant',
    'This device code is unknown, used, or of another client. Start a new sign-in.',
  );

async function asOauth<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAVAILABLE') throw error;
    if (error.code === 'RATE_LIMITED') {
      throw new OauthError('slow_down', 'You ask too often. Wait five seconds more between two requests.');
    }
    throw invalidGrant();
  }
}
