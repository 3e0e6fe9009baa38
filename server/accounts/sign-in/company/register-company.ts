import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Core } from '../../../base/core.ts';
import type { Storage } from '../../../base/data-folder/storage.ts';
import type { RouteRates } from '../../../base/http/route-rates.ts';
import { isSameText, sign } from '../../../base/keys.ts';
import type { CompanyProvider } from '../../../config/company-settings.ts';
import { limits } from '../../../contract/limits.ts';
import { toSafeNextPath } from '../../../shared/next-path.ts';
import { takeForms } from '../oauth/oauth-forms.ts';
import { createOwnCookies } from '../own-cookies.ts';
import type { Passwords } from '../passwords.ts';
import type { StartSession } from '../start-session.ts';
import { createCompanyAccounts } from './company-accounts.ts';
import { createCompanyProvider } from './company-provider.ts';
import { CompanyRefusal } from './company-refusal.ts';

type Parts = Pick<Core, 'store' | 'config' | 'addresses' | 'clock'> & {
  readonly company: CompanyProvider;
  readonly passwords: Passwords;
  readonly startSession: StartSession;
  readonly key: Buffer;
  readonly rates: RouteRates;
  readonly storage: Pick<Storage, 'admit' | 'explain'>;
};

const cookieEnding = '-company';
/** Cookie value after sign-in: the provider knows this browser. */
const signedIn = 'signed-in';
/** Milliseconds that a user can take at the provider. */
const patience = 10 * 60 * 1000;

const Begun = z.object({
  ...{ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string(), until: z.number() },
});
type Begun = z.infer<typeof Begun>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Redirects users to the company's provider and signs them in on their return. */
export function registerCompany(http: FastifyInstance, parts: Parts): void {
  const { company, startSession, addresses, key, rates, clock, storage } = parts;
  const accounts = createCompanyAccounts(parts);
  const provider = createCompanyProvider(company);
  const redirectUri = () => `${addresses.base()}/auth/oidc/callback`;
  const toPage = (path: string) => `${addresses.root}${path}`;
  const cookies = createOwnCookies(addresses);
  const keep = (reply: FastifyReply, value: string, maxAge: number) =>
    cookies.set(reply, cookieEnding, { value, maxAge });
  const seal = (begun: Begun) => {
    const text = Buffer.from(JSON.stringify(begun)).toString('base64url');
    return `${text}.${sign(key, 'company sign-in', [text])}`;
  };
  const open = (request: FastifyRequest): Begun => {
    const [text = '', signature = ''] = (cookies.read(request, cookieEnding) ?? '').split('.');
    if (!isSameText(signature, sign(key, 'company sign-in', [text]))) throw new CompanyRefusal('expired');
    const begun = Begun.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (begun.until < clock()) throw new CompanyRefusal('expired');
    return begun;
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (!(error instanceof CompanyRefusal)) throw storage.explain(error);
    const { reason, cause } = error;
    if (cause !== undefined) request.log.warn({ event: 'company-sign-in', err: cause }, error.message);
    return reply.redirect(toPage(`/sign-in?refused=${reason}`), 303);
  };

  http.get<{ Querystring: { next?: unknown } }>('/auth/oidc', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await rates.count('login', { request, reply, caller: null });
    try {
      const { url, checks } = await provider.begin(redirectUri());
      const begun = {
        ...checks,
        next: toSafeNextPath(textOf(request.query.next)),
        until: clock() + patience,
      };
      keep(reply, seal(begun), patience / 1000);
      return reply.redirect(url.href, 303);
    } catch (error) {
      return refuse(request, reply, error);
    }
  });
  http.get('/auth/oidc/callback', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await rates.count('login', { request, reply, caller: null });
    await storage.admit();
    try {
      const begun = open(request);
      const { search } = new URL(request.url, 'http://site.invalid');
      const claims = await provider.finish(new URL(redirectUri() + search), begun);
      const user = await accounts.resolve(claims);
      await startSession({ request, reply }, user, claims.session);
      keep(reply, signedIn, limits.token.session / 1000);
      return reply.redirect(toPage(begun.next), 303);
    } catch (error) {
      keep(reply, '', 0);
      return refuse(request, reply, error);
    }
  });
  // OpenID Connect Back-Channel Logout 1.0: called by the provider, so that no session here outlives the provider's.
  http.register(async (scope) => {
    takeForms(scope);
    scope.post('/auth/oidc/logout', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await storage.admit();
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const person = await provider.readLogout(token ?? '').catch((err: unknown) => {
        request.log.warn({ event: 'company-sign-out', err }, 'A logout token was refused.');
        return null;
      });
      if (person === null) {
        await rates.count('login', { request, reply, caller: null });
        return reply.code(400).send({ error: 'invalid_request' });
      }
      await accounts.endSessions(person);
      return reply.code(200).send();
    });
  });
  // Only redirects: the session here has ended already, and the provider asks the user before ending its own.
  http.get('/auth/oidc/sign-out', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const isKnown = cookies.read(request, cookieEnding) === signedIn;
    const page = isKnown ? await provider.end(`${addresses.base()}/`).catch(() => null) : null;
    keep(reply, '', 0);
    return reply.redirect(page?.href ?? toPage('/'), 303);
  });
}
