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

/** Tokens for the MCP endpoint are valid nowhere else (RFC 8707). */
const isFor = ({ resource }: Caller, url = '') => resource === '' || /^\/mcp(\/|$)/.test(url);

/** Finds the caller: by Bearer token first, else by session cookie. Tokens in the URL are ignored. */
function createFindCaller({ callers, sessions }: Pick<Parts, 'callers' | 'sessions'>) {
  return (request: Presented): Caller | null => {
    if (request.headers.authorization === undefined) return sessions.read(request);
    const token = readBearer(request.headers);
    const caller = token === null ? null : callers.find(token);
    if (caller === null || caller.kind === 'session') return null;
    return isFor(caller, request.routeOptions.url) ? caller : null;
  };
}

/** Finds the caller for a route and records the use of its token. */
export function createAuthenticate({ callers, sessions, uses }: Parts): Authenticate {
  const findCaller = createFindCaller({ callers, sessions });
  return (request) => {
    const caller = findCaller(request);
    if (caller !== null) uses.note(caller.tokenId, request.ip);
    return caller;
  };
}

/** Distinguishes callers without authorising them: the ID of their token, if known at once. */
export function createIdentify({ callers }: Pick<Parts, 'callers'>) {
  return (headers: FastifyRequest['headers']): string | null => {
    for (const token of presentedTokens(headers)) {
      const caller = callers.recall(token);
      if (caller !== null) return caller.tokenId;
    }
    return null;
  };
}
