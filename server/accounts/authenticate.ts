import type { FastifyRequest } from 'fastify';
import type { Authenticate, Caller } from '../base/http/caller.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { Callers } from './callers.ts';
import type { TokenUses } from './token-uses.ts';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

type Parts = {
  readonly callers: Callers;
  readonly sessions: BrowserSessions;
  readonly uses: Pick<TokenUses, 'note'>;
};

type Presented = Pick<FastifyRequest, 'headers'>;

/** Reads who calls: a Bearer token first, else the session cookie. A token in the address is never looked at. */
function createFindCaller({ callers, sessions }: Pick<Parts, 'callers' | 'sessions'>) {
  return (request: Presented): Caller | null => {
    const header = request.headers.authorization;
    if (header === undefined) return sessions.read(request);
    const token = bearer.exec(header)?.[1];
    const caller = token === undefined ? null : callers.find(token);
    return caller?.kind === 'session' ? null : caller;
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

/** Tells callers apart, and notes nothing: the ID of what they present, when it is good. */
export function createIdentify(parts: Pick<Parts, 'callers' | 'sessions'>) {
  const findCaller = createFindCaller(parts);
  return (headers: FastifyRequest['headers']): string | null => findCaller({ headers })?.tokenId ?? null;
}
