import type { FastifyRequest } from 'fastify';
import type { Authenticate, Caller } from '../../base/http/caller.ts';
import type { Callers } from '../access/callers.ts';
import { presentedTokens, readBearer } from '../access/presented-tokens.ts';
import type { TokenUses } from '../access/token-uses.ts';
import type { BrowserSessions } from './browser-sessions.ts';

type Parts = {
  readonly callers: Callers;
  readonly sessions: BrowserSessions;
  readonly uses: Pick<TokenUses, 'note'>;
};

type Presented = Pick<FastifyRequest, 'headers' | 'routeOptions'>;

/** Tokens for where agents connect are good nowhere else (RFC 8707). */
const isFor = ({ resource }: Caller, url = '') => resource === '' || /^\/mcp(\/|$)/.test(url);

/** Reads who calls: a Bearer token first, else the session cookie. A token in the address is never looked at. */
function createFindCaller({ callers, sessions }: Pick<Parts, 'callers' | 'sessions'>) {
  return (request: Presented): Caller | null => {
    if (request.headers.authorization === undefined) return sessions.read(request);
    const token = readBearer(request.headers);
    const caller = token === null ? null : callers.find(token);
    if (caller === null || caller.kind === 'session') return null;
    return isFor(caller, request.routeOptions.url) ? caller : null;
  };
}

/** Who calls, as every route asks for it; the use of a token is noted. */
export function createAuthenticate({ callers, sessions, uses }: Parts): Authenticate {
  const findCaller = createFindCaller({ callers, sessions });
  return (request) => {
    const caller = findCaller(request);
    if (caller !== null) uses.note(caller.tokenId, request.ip);
    return caller;
  };
}

/** Tells callers apart without letting them in: the ID of what they present, if it is known at once. */
export function createIdentify({ callers }: Pick<Parts, 'callers'>) {
  return (headers: FastifyRequest['headers']): string | null => {
    for (const token of presentedTokens(headers)) {
      const caller = callers.recall(token);
      if (caller !== null) return caller.tokenId;
    }
    return null;
  };
}
