import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import type { Storage } from '../../../base/data-folder/storage.ts';
import type { Addresses } from '../../../base/http/addresses.ts';
import type { RouteRates } from '../../../base/http/route-rates.ts';
import { AppSlug, Label } from '../../../contract/accounts/plugin-auth.ts';
import { type Scope, scopes } from '../../../contract/common.ts';
import { describeIssue } from '../../../contract/describe-issue.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { PluginSignIn, PollAnswer } from '../plugin-sign-in.ts';
import { handleOauthErrors, OauthError } from './oauth-error.ts';
import { deviceGrant, oauthPaths, registerOauthMetadata } from './oauth-metadata.ts';

/** The routes of this scope take forms and nothing else. */
function takeForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** Fields of a form. Each comes once (RFC 6749 section 3.2); an empty one counts as absent. Throws invalid_request. */
function readForm<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = form.getAll(name);
    if (values.length > 1)
      throw new OauthError('invalid_request', `Send ${name} once, not ${values.length} times.`);
    if (values[0] !== undefined && values[0] !== '') given[name] = values[0];
  }
  const parsed = schema.safeParse(given, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new OauthError(
    'invalid_request',
    `Correct ${issue?.path.join('.') ?? 'the form'}: ${issue?.message}.`,
  );
}

type Parts = {
  readonly signIn: PluginSignIn;
  readonly revoke: (token: string) => Promise<unknown>;
  readonly addresses: Addresses;
  readonly rates: RouteRates;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'admit' | 'explain'>;
};

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** `client_id` names the app; the other fields are ours and optional, for the approval page. */
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
  client_id: z.string().max(100).optional(),
});

/** A hint of the kind of token is allowed and not needed. */
const RevokeForm = z.object({ token: z.string({ error: 'it is missing' }).min(1).max(300) });

function readScopes(text = 'account:read'): Scope[] {
  const wanted = text.split(' ').filter((word) => word !== '');
  const known = scopes.filter((scope) => wanted.includes(scope));
  const unknown = wanted.find((word) => !known.some((scope) => scope === word));
  if (unknown !== undefined || known.length === 0) {
    throw new OauthError(
      'invalid_scope',
      `"${unknown ?? text}" is not a scope. Known scopes: ${scopes.join(', ')}.`,
    );
  }
  return known;
}

/** The same sign-ins under the names of RFC 8628, for clients that speak OAuth; their metadata tells where. */
export async function registerOauth(app: FastifyInstance, parts: Parts) {
  const { signIn, revoke, addresses, rates, clock, storage } = parts;
  await app.register(async (scope) => {
    takeForms(scope);
    handleOauthErrors(scope, storage);

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
        // Short enough to be typed; the page asks for the code.
        verification_uri: `${addresses.base()}/approve`,
        verification_uri_complete: started.approveUrlComplete,
        expires_in: limits.signInSession.lifetime / 1000,
        interval: started.interval,
      });
    });

    scope.post(oauthPaths.token, async (request, reply) => {
      const form = readForm(TokenForm, request.body);
      if (form.grant_type !== deviceGrant) {
        throw new OauthError('unsupported_grant_type', `The only grant type here is ${deviceGrant}.`);
      }
      await storage.admit();
      const answer = await pollFor(signIn, form);
      const remaining = Date.parse(answer.expiresAt ?? '') - clock();
      return reply.headers(noStore).send({
        access_token: answer.appToken,
        token_type: 'Bearer',
        expires_in: Math.floor(remaining / 1000),
        scope: answer.scopes?.join(' '),
      });
    });

    // RFC 7009: the holder of a token may revoke it; unknown tokens get the same answer.
    scope.post(oauthPaths.revoke, async (request, reply) => {
      const { token } = readForm(RevokeForm, request.body);
      await storage.admit();
      await revoke(token);
      return reply.headers(noStore).code(200).send();
    });

    registerOauthMetadata(scope, addresses);
  });
}

/** The approved answer of a poll, or the error that RFC 8628 has for what it is instead. */
async function pollFor(signIn: PluginSignIn, form: z.output<typeof TokenForm>): Promise<PollAnswer> {
  const { device_code, client_id } = form;
  if (device_code === undefined || client_id === undefined) {
    throw new OauthError('invalid_request', 'Send device_code and client_id.');
  }
  const [sessionId = '', pollToken = ''] = device_code.split('.');
  const answer = await asOauth(async () => {
    if ((await signIn.appOf(sessionId)) !== client_id) throw invalidGrant();
    return signIn.poll(sessionId, pollToken);
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
