import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../../base/core.ts';
import { describeClient } from '../../base/http/describe-client.ts';
import { isSameText, sign } from '../../base/keys.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Callers } from '../access/callers.ts';
import { readSessionCookie } from '../access/presented-tokens.ts';
import { makeSecret } from '../access/secrets.ts';
import type { Tokens } from '../access/tokens.ts';
import { createOwnCookies } from './own-cookies.ts';

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

const deviceEnding = '-device';
const isSecret = /^[A-Za-z0-9_-]{43}$/;

type Parts = Pick<Core, 'store' | 'addresses'> & {
  readonly tokens: Tokens;
  readonly callers: Callers;
  readonly key: Buffer;
};

/** The browser's session: an opaque token in an HttpOnly cookie, and a CSRF token derived from it. */
export function createBrowserSessions({ store, tokens, callers, key, addresses }: Parts) {
  const cookies = createOwnCookies(addresses);
  const csrfOf = (token: string) => sign(key, 'csrf', [token]);

  const readToken = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
    readSessionCookie(headers, cookies.nameOf(''));
  const read = (request: Pick<FastifyRequest, 'headers'>) => {
    const token = readToken(request);
    const caller = token === null ? null : callers.find(token);
    return caller?.kind === 'session' ? caller : null;
  };
  const device = (request: FastifyRequest) => {
    const value = cookies.read(request, deviceEnding);
    return value !== undefined && isSecret.test(value) ? value : null;
  };
  const isForeign = (request: FastifyRequest) => {
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') return true;
    const { origin, host } = request.headers;
    if (origin === undefined) return false;
    const own = [new URL(addresses.base()).host, host];
    return !URL.canParse(origin) || !own.includes(new URL(origin).host);
  };

  return {
    read,
    async start({ request, reply }: Exchange, accountId: string, companySession: string | null) {
      const name = describeClient(request.headers['user-agent'], 'Unknown browser');
      const { token, id } = await store.run(
        tokens.issue({ kind: 'session', accountId, name, scopes: 'all', companySession }),
      );
      cookies.set(reply, '', { value: token, maxAge: limits.token.session / 1000 });
      return { csrfToken: csrfOf(token), tokenId: id };
    },
    async end(request: FastifyRequest, reply: FastifyReply) {
      const token = readToken(request);
      if (token !== null) await store.run(tokens.revoke(token));
      cookies.set(reply, '', { value: '', maxAge: 0 });
    },
    csrfToken: (request: FastifyRequest) => {
      const token = read(request) ? readToken(request) : null;
      return token === null ? null : csrfOf(token);
    },
    isForeign,
    /** Secret that identifies this browser; null before its first sign-in. */
    device,
    /** Gives the browser a secret that outlives the session, and returns it. */
    keepDevice({ request, reply }: Exchange) {
      const secret = device(request) ?? makeSecret();
      cookies.set(reply, deviceEnding, { value: secret, maxAge: limits.signInPlaces / 1000 });
      return secret;
    },
    /** Refuses a change that another origin may have caused. */
    guard(request: FastifyRequest) {
      const token = readToken(request);
      const presented = request.headers['x-csrf-token'];
      const isRight = typeof presented === 'string' && token !== null && isSameText(presented, csrfOf(token));
      if (!isRight || isForeign(request)) {
        throw new AppError(
          'FORBIDDEN',
          'This change did not come from our own page. Reload the page and try again.',
        );
      }
    },
  };
}
